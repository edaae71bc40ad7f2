// Generates new bytes: one MiB at a time, each different from all others.
import { randomFillSync } from 'node:crypto';

export const MEBIBYTE = 1024 * 1024;

/**
 * Gives one MiB after another without end. Reuses one buffer, whose first bytes it changes. Another seed gives other
 * bytes.
 */
export function* someMebibytes(seed: number): Generator<Uint8Array> {
  const bytes = randomFillSync(Buffer.alloc(MEBIBYTE));
  bytes.writeUInt32BE(seed);
  for (let count = 0; ; count++) {
    bytes.writeUInt32BE(count, 4);
    yield bytes;
  }
}
