// Tests a value that is made again when it is old. The old value stays while making a new one fails.
import { beforeEach, expect, test } from 'vitest';
import { LazyValue } from '../../../src/basics/remembered.ts';

/** Waits for the end of background work. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

let time = 0;
let made = 0;
let fails = false;
let value: LazyValue<number>;
beforeEach(() => {
  [time, made, fails] = [0, 0, false];
  const make = async () => {
    made++;
    if (fails) throw new Error(`try ${made}`);
    return made;
  };
  value = new LazyValue(make, { fresh: 100, longest: 1000, rest: 10, now: () => time });
});

test('the value is made once, and renewed in the background when it is old', async () => {
  expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
  time = 99;
  expect([await value.get(), made]).toEqual([1, 1]);
  time = 100;
  expect(await value.get()).toBe(1);
  await settled();
  expect(made).toBe(2);
  expect(await value.get()).toBe(2);
});

test('the value stays while the renewal fails, but not longer than allowed', async () => {
  await value.get();
  fails = true;
  for (time = 100; time < 1000; time += 100) {
    expect(await value.get()).toBe(1);
    await settled();
  }
  expect(made).toBe(10);
  await expect(value.get()).rejects.toThrow('try 11');
  fails = false;
  time += 10;
  expect(await value.get()).toBe(12);
});

test('a failure is not tried again at once', async () => {
  fails = true;
  await expect(value.get()).rejects.toThrow('try 1');
  fails = false;
  time = 9;
  await expect(value.get()).rejects.toThrow('try 1');
  time = 10;
  expect(await value.get()).toBe(2);
});

test('a caller who misses something gets a newer value, but only after a pause', async () => {
  await value.get();
  time = 5;
  expect([await value.newer(), made]).toEqual([1, 1]);
  time = 10;
  expect([await value.newer(), made]).toEqual([2, 2]);
  fails = true;
  time = 20;
  expect([await value.newer(), made]).toEqual([2, 3]);
});
