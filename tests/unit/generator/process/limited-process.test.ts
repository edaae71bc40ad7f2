// Tests a child process that ends by itself, is killed, or is too slow. A slow machine must never change the input of a
// build.
import { expect, onTestFinished, test } from 'vitest';
import { LimitedProcess, type Limits } from '../../../../generator/process/limited-process.ts';

type Ask = 'answer' | 'end' | 'be killed' | 'say nothing';

function asked(limits: Partial<Limits>): (ask: Ask) => Promise<object | undefined> {
  const url = new URL('./ending-process.ts', import.meta.url);
  const one = new LimitedProcess<{ ask: Ask }, { answer: true }>(url, { memoryMb: 64, ...limits });
  onTestFinished(() => one.stop());
  return (ask) => one.ask({ ask });
}

test('a process that ends gives no answer, and another process gets the next question', async () => {
  const ask = asked({});
  expect(await ask('end')).toBeUndefined();
  expect(await ask('be killed')).toBeUndefined();
  expect(await ask('answer')).toEqual({ answer: true });
  expect(await asked({ time: 1 })('say nothing')).toBeUndefined();
});

test('for a build, a process that ended by itself differs from one that was killed or too slow', async () => {
  const ask = asked({ isSameEverywhere: true });
  expect(await ask('end')).toBeUndefined();
  await expect(ask('be killed')).rejects.toThrow('was ended by SIGKILL');
  expect(await ask('answer')).toEqual({ answer: true });
  const slow = asked({ isSameEverywhere: true, time: 1 });
  await expect(slow('say nothing')).rejects.toThrow('gave no answer in 0.001 seconds');
});
