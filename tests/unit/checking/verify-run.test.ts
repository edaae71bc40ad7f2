// Tests the check of chosen files: after a stop, it resumes a large file where it was.
import { expect, test } from 'vitest';
import type { CheckpointPlace } from '../../../src/checking/checkpoints.ts';
import { CHECKPOINT_STEP, type HashCheckpoint } from '../../../src/checking/hash-file.ts';
import type { HashPool } from '../../../src/checking/hash-pool.ts';
import type { Judge } from '../../../src/checking/judge-files.ts';
import { VerifyRun } from '../../../src/checking/verify-run.ts';

test.each([
  ['a large file goes on where it was stopped', CHECKPOINT_STEP, [undefined, 7]],
  ['a small one is hashed anew', CHECKPOINT_STEP - 1, [undefined, undefined]],
])('%s', async (_, size, begunAt) => {
  const items = new Map<string, string>();
  const place: CheckpointPlace = {
    length: 0,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
  const begun: (HashCheckpoint | undefined)[] = [];
  const hash: HashPool['hash'] = async ({ from }) => {
    begun.push(from);
    return { stopped: { offset: 7, state: new Uint8Array([1]) } };
  };
  const idle: (() => void)[] = [];
  const judge = { together: async () => ({ verdicts: new Map(), models: [] }) } as unknown as Judge;
  const run = new VerifyRun({
    ...{ place, judge, pool: { hash } as HashPool, now: () => 1 },
    ...{ onState() {}, onProgress() {}, onIdle: () => idle.pop()?.() },
  });
  const file = { name: 'a.bin', size, lastModified: 5 } as File;
  const [taken] = run.add([{ path: 'a.bin', file }]);
  const ended = () => new Promise<void>((resolve) => void idle.push(resolve));
  run.check([taken!]);
  await ended();
  run.resume();
  await ended();
  expect(begun.map((from) => from?.offset)).toEqual(begunAt);
});
