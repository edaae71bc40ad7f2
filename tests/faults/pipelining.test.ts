// The short form of the scenario beside it.
import { expect, test } from 'vitest';
import fault from './pipelining.fault.ts';

test(fault.promise, async () => {
  const { held, figures } = await fault.run('short');
  expect(held, figures).toBe(true);
});
