// Tests hashing a stream: the hash is correct, and hashing can stop after any piece and resume later.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createSHA256 } from 'hash-wasm';
import { expect, test } from 'vitest';
import { type HashCheckpoint, hashFile } from '../../../src/checking/hash-file.ts';

const hasher = await createSHA256();
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const run = (file: Blob, more: object = {}) =>
  hashFile(hasher, { file, isStopped: () => false, onProgress() {}, onCheckpoint() {}, ...more });

test('the hashes of an empty file and of a file of many pieces are right', async () => {
  expect(await run(new Blob([]))).toEqual({ sha256: sha(new Uint8Array()) });
  const bytes = new Uint8Array(20 * 1024 * 1024).map((_, at) => at % 251);
  const told: number[] = [];
  expect(await run(new Blob([bytes]), { onProgress: (done: number) => told.push(done) })).toEqual({
    sha256: sha(bytes),
  });
  expect(told.length).toBeGreaterThan(0);
  expect(Math.max(...told)).toBeLessThanOrEqual(bytes.length);
});

test('a hash that is stopped anywhere and resumed is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 6 }), async (size, after) => {
      const bytes = new Uint8Array(size).map((_, at) => (at * 7) % 256);
      const file = new Blob([bytes]);
      let asked = 0;
      const first = await run(file, { isStopped: () => ++asked >= after });
      const second = 'stopped' in first ? await run(file, { from: first.stopped }) : first;
      expect(second).toEqual({ sha256: sha(bytes) });
    }),
    { numRuns: 20 },
  );
});

test('a saved state that can’t be read, or belongs to a longer file, is dropped, and hashing starts again', async () => {
  const bytes = new Uint8Array(1000).fill(7);
  const broken: HashCheckpoint = { offset: 10, state: new Uint8Array([1, 2, 3]) };
  expect(await run(new Blob([bytes]), { from: broken })).toEqual({ sha256: sha(bytes) });
  const beyond: HashCheckpoint = { offset: 5000, state: hasher.init().update(bytes).save() };
  expect(await run(new Blob([bytes]), { from: beyond })).toEqual({ sha256: sha(bytes) });
});

test('a stream without a byte reader is hashed in its own pieces', async () => {
  const bytes = new Uint8Array(300_000).map((_, at) => at % 253);
  const file = new Blob([bytes]);
  const plain = new Blob([bytes]);
  const pieces = [bytes.slice(0, 100_000), bytes.slice(100_000)];
  Object.defineProperty(file, 'slice', { value: () => plain });
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  Object.defineProperty(plain, 'stream', { value: () => stream });
  expect(await run(file)).toEqual({ sha256: sha(bytes) });
});

test('a file that became shorter fails', async () => {
  const file = new Blob([new Uint8Array(100)]);
  const cut = new Blob([new Uint8Array(60)]);
  Object.defineProperty(file, 'slice', { value: () => cut });
  await expect(run(file)).rejects.toThrow('it ended after 60 of 100 bytes');
});
