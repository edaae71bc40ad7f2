// The ways in which the SHA-256 of a file was obtained, by their names in import rows.

/** `read`: somebody hashed the bytes of the file. `declared`: a source of the file states the hash. */
export const HASHED = ['read', 'declared'] as const;
export type Hashed = (typeof HASHED)[number];

/** The number of files for each way in which hashes were obtained. */
export type HashedCounts = Record<Hashed, number>;

/** Counts files by how their hashes were obtained; undefined if this is unknown for all files. */
export function hashedCounts(files: readonly { hashed?: Hashed | undefined }[]): HashedCounts | undefined {
  const counts: HashedCounts = { read: 0, declared: 0 };
  for (const { hashed } of files) if (hashed) counts[hashed]++;
  return counts.read + counts.declared === 0 ? undefined : counts;
}
