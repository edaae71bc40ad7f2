// The short form of the scenario.
import process from 'node:process';
import { expect, test } from 'vitest';
import fault from './mixed-load.fault.ts';

test.skipIf(process.platform === 'win32')(fault.promise, async () => {
  const outcome = await fault.run('short');
  expect(outcome.held, outcome.figures).toBe(true);
});
