// Threads of a build: every one gets what all are to get, a system error keeps its code, and all end.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkerPool } from '../../../../../generator/tree/threads/worker-pool.ts';

const THREAD = new URL('../../../../fixtures/pool-thread.ts', import.meta.url);
let folder: string;
let pool: WorkerPool<'hold' | 'fail' | 'number', number>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-pool-'));
  pool = new WorkerPool(THREAD, 3, { folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every thread answers what all are given, and ends by itself', async () => {
  expect((await pool.broadcast('number')).sort()).toEqual([0, 1, 2]);
  await pool.close();
  expect(readdirSync(folder).sort()).toEqual(['0', '1', '2']);
});

test('an error of the system comes with its code', async () => {
  const { done } = await pool.start('fail');
  await expect(done).rejects.toMatchObject({ code: 'ENOENT', path: `${folder}/nowhere/file` });
  await pool.close();
});

test('a thread that something holds is ended all the same', async () => {
  const { done } = await pool.start('hold');
  const held = await done;
  await pool.close();
  expect(readdirSync(folder).sort()).toEqual(['0', '1', '2'].filter((name) => name !== String(held)));
});
