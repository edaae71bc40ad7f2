// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import { needs } from '../fixtures/needs.ts';
import fault, { noSmallDisk } from './database-disk-full.fault.ts';

test(fault.promise, needs(noSmallDisk()), async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
