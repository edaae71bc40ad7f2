// Hashes files on disk, of any size.
import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { openOwnFileSync } from '../../functions/stores/bytes/plain-file.ts';

const CHUNK = 1 << 20;

/** Gives the SHA-256 of a file. Throws when there is none. */
export function sha256OfFile(path: string): string {
  const hash = createHash('sha256');
  const fd = openOwnFileSync(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}
