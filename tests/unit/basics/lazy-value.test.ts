// Tests values that are made when they are first used: once for all callers, and again when they are old. The old value stays while making a new one fails.
import { beforeEach, expect, test, vi } from 'vitest';
import { type LazyValue, lazyValue } from '../../../src/basics/remembered.ts';

const failing = (times: number) => {
  let calls = 0;
  return vi.fn(async () => {
    calls++;
    if (calls <= times) throw new Error(`attempt ${calls}`);
    return calls;
  });
};

test('the value is made once, for callers at the same time and for later ones', async () => {
  const make = failing(0);
  const value = lazyValue(make);
  expect(make).not.toHaveBeenCalled();
  expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
  expect(await value.get()).toBe(1);
  expect(make).toHaveBeenCalledTimes(1);
});

test('after a failure of a costly value, the next attempt waits for a while', async () => {
  let now = 0;
  const make = failing(1);
  const value = lazyValue(make, { rest: 1000, now: () => now });
  await expect(value.get()).rejects.toThrow('attempt 1');
  now = 999;
  await expect(value.get()).rejects.toThrow('attempt 1');
  expect(make).toHaveBeenCalledTimes(1);
  now = 1000;
  expect(await value.get()).toBe(2);
  now = 5000;
  expect(await value.get()).toBe(2);
});

/** Waits for the end of background work. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

let time = 0;
let made = 0;
let fails = false;
let aging: LazyValue<number>;
beforeEach(() => {
  [time, made, fails] = [0, 0, false];
  const make = async () => {
    made++;
    if (fails) throw new Error(`try ${made}`);
    return made;
  };
  aging = lazyValue(make, { fresh: 100, longest: 1000, rest: 10, now: () => time });
});

test('the value is made once, and renewed in the background when it is old', async () => {
  expect(await Promise.all([aging.get(), aging.get()])).toEqual([1, 1]);
  time = 99;
  expect([await aging.get(), made]).toEqual([1, 1]);
  time = 100;
  expect(await aging.get()).toBe(1);
  await settled();
  expect(made).toBe(2);
  expect(await aging.get()).toBe(2);
});

test('the value stays while the renewal fails, but not longer than allowed', async () => {
  await aging.get();
  fails = true;
  for (time = 100; time < 1000; time += 100) {
    expect(await aging.get()).toBe(1);
    await settled();
  }
  expect(made).toBe(10);
  await expect(aging.get()).rejects.toThrow('try 11');
  fails = false;
  time += 10;
  expect(await aging.get()).toBe(12);
});
