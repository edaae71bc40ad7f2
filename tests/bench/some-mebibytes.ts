// Generates blocks of one MiB, each different from all others.
import { randomFillSync } from 'node:crypto';

export const MEBIBYTE = 1024 * 1024;

/** Yields one MiB after another without end, in one buffer whose first bytes change. Another seed gives other bytes. */
export function* someMebibytes(seed: number): Generator<Uint8Array> {
  const bytes = randomFillSync(Buffer.alloc(MEBIBYTE));
  bytes.writeUInt32BE(seed);
  for (let count = 0; ; count++) {
    bytes.writeUInt32BE(count, 4);
    yield bytes;
  }
}
