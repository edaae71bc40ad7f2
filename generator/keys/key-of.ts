// Makes short hashes, by which a build sees whether the sources of an output are unchanged.
import { createHash } from 'node:crypto';

/** Gives the first 16 hex digits of the SHA-256 of `parts`, with a NUL after each part. */
export function keyOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
