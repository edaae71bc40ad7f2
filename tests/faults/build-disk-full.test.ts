import { expect, test } from 'vitest';
import { needs } from '../fixtures/needs.ts';
import buildDiskFull, { noSmallDisk } from './build-disk-full.fault.ts';

test(buildDiskFull.promise, { ...needs(noSmallDisk()), timeout: 240_000 }, async () => {
  const { held, figures } = await buildDiskFull.run('short');
  expect(held, figures).toBe(true);
});
