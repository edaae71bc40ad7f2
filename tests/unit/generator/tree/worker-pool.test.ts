// Tests the worker threads of a build: each gets the shared data, a system error keeps its code, and all threads
// end.
import { readdirSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { WorkerPool } from '../../../../generator/tree/worker-pool.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const THREAD = new URL('../../../fixtures/pool-thread.ts', import.meta.url);
let folder: string;
let pool: WorkerPool<'hold' | 'fail' | 'number', number>;
beforeEach(() => {
  folder = folderOfTest();
  pool = new WorkerPool(THREAD, 3, { folder });
});

test('every thread answers with the shared data, and ends by itself', async () => {
  expect((await pool.broadcast('number')).sort()).toEqual([0, 1, 2]);
  await pool.close();
  expect(readdirSync(folder).sort()).toEqual(['0', '1', '2']);
});

test('an error of the system keeps its code', async () => {
  const { done } = await pool.start('fail');
  await expect(done).rejects.toMatchObject({ code: 'ENOENT', path: `${folder}/nowhere/file` });
  await pool.close();
});

test.each([
  ['that does not load', 'import { nothing } from "node:fs";', /does not provide an export named 'nothing'/],
  ['that ends while it has a job', 'process.exit(7);', /^a thread of the build has ended with 7$/],
])('after a thread %s, every job is rejected, and no job waits', async (_, code, message) => {
  const broken = new WorkerPool<'number', number>(new URL(`data:text/javascript,${code}`), 1, {});
  const { done } = await broken.start('number');
  await expect(done).rejects.toThrow(message);
  await expect(broken.start('number')).rejects.toThrow(message);
  await expect(broken.broadcast('number')).rejects.toThrow(message);
  await broken.close();
});

test('jobs that wait for a thread are rejected when the thread ends', async () => {
  const broken = new WorkerPool<'number', number>(new URL('data:text/javascript,process.exit(7);'), 1, {});
  const first = await broken.start('number');
  const told = await Promise.allSettled([first.done, broken.start('number'), broken.broadcast('number')]);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await broken.close();
});

test('a thread that something keeps alive is also ended', async () => {
  const { done } = await pool.start('hold');
  const held = await done;
  await pool.close();
  expect(readdirSync(folder).sort()).toEqual(['0', '1', '2'].filter((name) => name !== String(held)));
});
