// The short form of the scenario.
import { expect, test } from 'vitest';
import { needs, posixMissing } from '../fixtures/needs.ts';
import fault from './spent-descriptors.fault.ts';

test(fault.promise, needs(posixMissing), async () => {
  const outcome = await fault.run('short');
  expect(outcome.held, outcome.figures).toBe(true);
});
