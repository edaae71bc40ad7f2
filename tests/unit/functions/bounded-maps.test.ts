// Maps with a bound on all of them together.
import { expect, test } from 'vitest';
import { BoundedMaps } from '../../../functions/bounded-maps.ts';

test('what fits is kept, and all is forgotten when something does not', () => {
  const bound = new BoundedMaps(10);
  const [one, other] = [new Map<string, number>(), new Map<string, number>()];
  bound.put(one, 'a', 1, 4);
  bound.put(other, 'b', 2, 6);
  expect([...one, ...other]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  bound.put(one, 'c', 3, 1);
  expect([...one]).toEqual([['c', 3]]);
  expect(other.size).toBe(0);
});

test('never do they hold more than the bound, unless one thing alone is larger', () => {
  const bound = new BoundedMaps(100);
  const maps = Array.from({ length: 7 }, () => new Map<number, number>());
  for (let at = 0; at < 1000; at++) {
    const weight = (at * 37) % 23;
    bound.put(maps[at % 7]!, at, weight, weight);
    const held = maps.flatMap((map) => [...map.values()]).reduce((sum, one) => sum + one, 0);
    expect(held).toBeLessThanOrEqual(100);
  }
  bound.put(maps[0]!, -1, 500, 500);
  expect(maps.reduce((sum, map) => sum + map.size, 0)).toBe(1);
});
