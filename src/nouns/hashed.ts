// How somebody who indexes a model came by the SHA-256 of a file.

/** Its bytes were read and hashed, or a source of it declares the hash. */
export const HASHED = ['read', 'declared'] as const;
export type Hashed = (typeof HASHED)[number];

/** Counts files by the way their hash was obtained. */
export type HashedCounts = Record<Hashed, number>;

/** How often each stands among `files`; undefined where nobody says it of any. */
export function hashedCounts(files: readonly { hashed?: Hashed | undefined }[]): HashedCounts | undefined {
  const counts: HashedCounts = { read: 0, declared: 0 };
  for (const { hashed } of files) if (hashed) counts[hashed]++;
  return counts.read + counts.declared === 0 ? undefined : counts;
}
