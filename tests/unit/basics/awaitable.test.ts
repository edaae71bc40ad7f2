// Tests that a plain value is used at once, and a promise when it resolves.
import { describe, expect, test } from 'vitest';
import { allOf, andThen } from '../../../src/basics/awaitable.ts';

describe('andThen', () => {
  test('gives no promise if it gets none', () => {
    expect(andThen(2, (two) => two + 1)).toBe(3);
    expect(andThen(undefined, (none) => none ?? 'nothing')).toBe('nothing');
  });

  test('waits for a promise', async () => {
    await expect(andThen(Promise.resolve(2), (two) => two + 1)).resolves.toBe(3);
    await expect(andThen(2, async (two) => two + 1)).resolves.toBe(3);
    await expect(andThen(Promise.reject(new Error('no')), () => 1)).rejects.toThrow('no');
  });
});

test('allOf gives all values in order, and a promise only if it gets one', async () => {
  expect(allOf([1, 2])).toEqual([1, 2]);
  expect(allOf([])).toEqual([]);
  await expect(allOf([1, Promise.resolve(2), 3])).resolves.toEqual([1, 2, 3]);
});
