import { expect, test } from 'vitest';
import { CompactRange } from '../../../src/log/compact-range.ts';
import { leafHash, rootOf } from '../../../src/log/merkle.ts';
import { bytesOf, hex } from './memory-log.ts';

const hashes = Array.from({ length: 300 }, (_, at) => leafHash(bytesOf(`leaf ${at}`)));

test('a range gives the root of all leaves so far, for any number of leaves', () => {
  const range = new CompactRange();
  for (const [at, hash] of hashes.entries()) {
    expect(hex(range.root()), `${at}`).toBe(hex(rootOf(hashes.slice(0, at))));
    range.add(hash);
  }
});

test('a range continues an earlier one, and has one hash for each bit of its size that is set', () => {
  for (const size of [1, 7, 128, 255]) {
    const first = new CompactRange();
    for (const hash of hashes.slice(0, size)) first.add(hash);
    expect(first.hashes).toHaveLength(size.toString(2).replaceAll('0', '').length);
    const next = new CompactRange(first.size, first.hashes);
    for (const hash of hashes.slice(size)) next.add(hash);
    expect([next.size, hex(next.root())]).toEqual([300, hex(rootOf(hashes))]);
    expect(first.size).toBe(size);
  }
});
