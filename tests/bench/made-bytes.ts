// Makes the bytes of files for the benchmark of `pull`. Each file repeats one block, which depends on a seed.
import { createHash } from 'node:crypto';

/** Makes a block of four mebibytes, which is the same for the same seed. */
export function blockOf(seed: string): Buffer {
  const pieces = Array.from({ length: (4 * 2 ** 20) / 32 }, (_, at) =>
    createHash('sha256').update(`${seed}${at}`).digest(),
  );
  return Buffer.concat(pieces);
}

/** Returns the SHA-256 of a file of `size` bytes that repeats `block`. */
export function hashOfMade(block: Buffer, size: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < size; at += block.length) hash.update(block.subarray(0, Math.min(block.length, size - at)));
  return hash.digest('hex');
}
