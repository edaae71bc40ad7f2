// Keeps a set of many million SHA-256 or BLAKE3 digests. Each takes 32 bytes; as text in a Set it would take a hundred.

import { firstWhere } from '../../src/basics/records.ts';

const DIGEST = 32;

/** All digests that begin with the same byte. */
interface Shard {
  bytes: Buffer;
  count: number;
  isSorted: boolean;
}

export class Digests {
  readonly #shards = new Map<string, Shard>();

  /** Adds a digest of 64 hex digits. */
  add(hex: string): void {
    const first = hex.slice(0, 2);
    const shard = this.#shards.get(first) ?? { bytes: Buffer.alloc(DIGEST * 16), count: 0, isSorted: false };
    this.#shards.set(first, shard);
    const at = shard.count * DIGEST;
    if (at === shard.bytes.length) shard.bytes = Buffer.concat([shard.bytes], at * 2);
    shard.bytes.write(hex, at, 'hex');
    shard.count++;
    shard.isSorted = false;
  }

  has(hex: string): boolean {
    const shard = this.#shards.get(hex.slice(0, 2));
    if (!shard) return false;
    sort(shard);
    const wanted = Buffer.from(hex, 'hex');
    const orderAt = (at: number) => wanted.compare(shard.bytes, at * DIGEST, (at + 1) * DIGEST);
    const at = firstWhere(0, shard.count, (index) => orderAt(index) <= 0);
    return at < shard.count && orderAt(at) === 0;
  }
}

function sort(shard: Shard): void {
  if (shard.isSorted) return;
  const { bytes, count } = shard;
  const digests = Array.from({ length: count }, (_, at) => bytes.subarray(at * DIGEST, (at + 1) * DIGEST));
  shard.bytes = Buffer.concat(digests.sort(Buffer.compare));
  shard.isSorted = true;
}
