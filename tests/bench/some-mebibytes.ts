// Bytes that no store has seen: a MiB at a time, each unlike every other.
import { randomFillSync } from 'node:crypto';

export const MEBIBYTE = 1024 * 1024;

/** Endless; the buffer is the same each time, its first bytes are not. Different seeds give different bytes. */
export function* someMebibytes(seed: number): Generator<Uint8Array> {
  const bytes = randomFillSync(Buffer.alloc(MEBIBYTE));
  bytes.writeUInt32BE(seed);
  for (let count = 0; ; count++) {
    bytes.writeUInt32BE(count, 4);
    yield bytes;
  }
}
