// The way in which somebody who indexes a model got the SHA-256 of a file.

/** `read`: its bytes were hashed. `declared`: one of its sources gives the hash. */
export const HASHED = ['read', 'declared'] as const;
export type Hashed = (typeof HASHED)[number];

/** Counts files by the way their hash was obtained. */
export type HashedCounts = Record<Hashed, number>;

/** Counts the files per way; undefined if no file states its way. */
export function hashedCounts(files: readonly { hashed?: Hashed | undefined }[]): HashedCounts | undefined {
  const counts: HashedCounts = { read: 0, declared: 0 };
  for (const { hashed } of files) if (hashed) counts[hashed]++;
  return counts.read + counts.declared === 0 ? undefined : counts;
}
