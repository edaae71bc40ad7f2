// The short hash by which a build sees whether something is made of the same as before.
import { createHash } from 'node:crypto';

/** A short hash of `parts`. */
export function keyOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
