import { setImmediate as turn } from 'node:timers/promises';
import { markAsUntransferable } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { HashThread } from '../../../../functions/hosts/hash-thread.ts';
import { blake3Hex } from '../../../../src/blake3.ts';

const MEBIBYTE = 1024 * 1024;
const filled = (length: number, value: number) => Buffer.allocUnsafeSlow(length).fill(value);

test('large bodies come back with their own hashes, however many are under way', async () => {
  const hasher = new HashThread();
  const values = [1, 2, 3, 4, 5];
  const hashed = await Promise.all(values.map((value) => hasher.hash(filled(value * MEBIBYTE, value))));
  for (const [at, value] of values.entries()) {
    expect(hashed[at]!.hex).toBe(blake3Hex(filled(value * MEBIBYTE, value)));
    expect(Buffer.compare(hashed[at]!.bytes, filled(value * MEBIBYTE, value))).toBe(0);
  }
});

test('a large body is handed over, a small one or a part of something is left where it is', async () => {
  const hasher = new HashThread();
  const large = filled(MEBIBYTE, 7);
  expect((await hasher.hash(large)).bytes).not.toBe(large);
  expect(large).toHaveLength(0);
  const small = filled(1000, 7);
  const part = filled(2 * MEBIBYTE, 7).subarray(0, MEBIBYTE);
  for (const bytes of [small, part]) expect(await hasher.hash(bytes)).toEqual({ hex: blake3Hex(bytes), bytes });
});

test('other work is done while a body is hashed', async () => {
  const order: string[] = [];
  const hashing = new HashThread().hash(filled(32 * MEBIBYTE, 1)).then(() => order.push('hashed'));
  await turn();
  order.push('other work');
  await hashing;
  expect(order).toEqual(['other work', 'hashed']);
});

test('a thread that breaks rejects what it had, and the next body gets a new one', async () => {
  const hasher = new HashThread();
  const broken = { length: MEBIBYTE, byteLength: 1, buffer: new ArrayBuffer(1) } as Uint8Array;
  const failures = await Promise.allSettled([hasher.hash(broken), hasher.hash(filled(MEBIBYTE, 1))]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await hasher.hash(filled(MEBIBYTE, 2))).hex).toBe(blake3Hex(filled(MEBIBYTE, 2)));
});

test('a body that can’t be handed over is rejected, and the next one gets its own hash', async () => {
  const hasher = new HashThread();
  const stuck = filled(MEBIBYTE, 1);
  markAsUntransferable(stuck.buffer);
  await expect(hasher.hash(stuck)).rejects.toThrow();
  for (const value of [2, 3])
    expect((await hasher.hash(filled(MEBIBYTE, value))).hex).toBe(blake3Hex(filled(MEBIBYTE, value)));
});
