// The bytes of made-up files for the bench of `pull`: a block by a seed, again and again.
import { createHash } from 'node:crypto';

/** Makes four mebibytes, the same for the same seed. */
export function blockOf(seed: string): Buffer {
  const pieces = Array.from({ length: (4 * 2 ** 20) / 32 }, (_, at) =>
    createHash('sha256').update(`${seed}${at}`).digest(),
  );
  return Buffer.concat(pieces);
}

/** Hashes a file of `size` bytes made of `block`. */
export function hashOfMade(block: Buffer, size: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < size; at += block.length) hash.update(block.subarray(0, Math.min(block.length, size - at)));
  return hash.digest('hex');
}
