// Tests that the first signal stops the work, and that any second one would end the process.
import process from 'node:process';
import { expect, test } from 'vitest';
import { stoppable } from '../../../../generator/process/stoppable.ts';

const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];

test('after the first signal nothing listens to either, so the next one ends the process', async () => {
  const before = listeners();
  const work = stoppable(async (signal) => {
    expect(listeners()).not.toEqual(before);
    process.emit('SIGINT');
    expect([signal.aborted, listeners()]).toEqual([true, before]);
    signal.throwIfAborted();
  });
  await expect(work).rejects.toThrow(/^Stopped; what was found is kept/);
  expect(listeners()).toEqual(before);
});
