// Tests that a build does not wait for a worker thread that has ended.

import { expect, test } from 'vitest';
import { WorkerPool } from '../../../../generator/tree/worker-pool.ts';

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
