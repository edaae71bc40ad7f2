// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import fault from './log-disk-full.fault.ts';

test(fault.promise, async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
