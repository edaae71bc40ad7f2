// A short hash, by which a build sees whether the sources of something are unchanged.
import { createHash } from 'node:crypto';

/** Makes a short hash of `parts`. */
export function keyOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
