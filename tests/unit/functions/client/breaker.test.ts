// Tests which requests wait for a store that does not answer: the first one, and no other until the store answers
// again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Breaker, createBreaker, PATIENCE_MS } from '../../../../functions/client/breaker.ts';

const away = new Error('away');
let breaker: Breaker;
let trials: number;
let isBack: boolean;

const never = () => new Promise<string>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  [trials, isBack] = [0, false];
  breaker = createBreaker({
    away: () => away,
    trial: () => {
      trials++;
      return isBack ? Promise.resolve() : never();
    },
  });
});
afterEach(() => void vi.useRealTimers());

/** Sends a first request, and waits until it times out. */
async function hang(): Promise<void> {
  const first = expect(breaker.within(never)).rejects.toBe(away);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 10);
  await first;
}

test('after one request without an answer, no other request reaches the store', async () => {
  await hang();
  const work = vi.fn(never);
  await expect(breaker.within(work)).rejects.toBe(away);
  expect(() => breaker.check()).toThrow(away);
  expect(work).not.toHaveBeenCalled();
});

test('the work of a request without an answer is cancelled', async () => {
  let signal: AbortSignal | undefined;
  const first = expect(
    breaker.within((given) => {
      signal = given;
      return never();
    }),
  ).rejects.toBe(away);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 10);
  await first;
  expect(signal!.aborted).toBe(true);
});

test('within two seconds of its recovery, the store gets requests again', async () => {
  await hang();
  await vi.advanceTimersByTimeAsync(10_000);
  isBack = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(breaker.isOpen()).toBe(false);
  expect(await breaker.within(async () => 'answer')).toBe('answer');
});

test('a store that refuses the trial has not recovered', async () => {
  breaker = createBreaker({ away: () => away, trial: () => Promise.reject(new Error('refused')) });
  await hang();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(breaker.isOpen()).toBe(true);
});

test('trials end a minute after the last request, and the next request waits again', async () => {
  await hang();
  await vi.advanceTimersByTimeAsync(70_000);
  const before = trials;
  await vi.advanceTimersByTimeAsync(70_000);
  expect([trials, breaker.isOpen()]).toEqual([before, false]);
  await hang();
  expect(breaker.isOpen()).toBe(true);
});
