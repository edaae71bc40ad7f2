// Tests a cache: it stays within its limit for any entries, frequent keys stay, and a failure leaves nothing behind.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Remembered } from '../../../src/basics/remembered.ts';

const entries = (most: number) => new Remembered<string, { weight: number }>({ most, weigh: ({ weight }) => weight });
const one = { weight: 1 };

describe('the limit', () => {
  test('holds after any puts, look-ups and removals', () => {
    const step = fc.record({
      act: fc.constantFrom('put', 'known', 'forget'),
      key: fc.integer({ min: 0, max: 12 }).map(String),
      weight: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const remembered = entries(100);
        /** The last value of each key. The cache must never return an older value. */
        const put = new Map<string, { weight: number }>();
        for (const { act, key, weight } of steps) {
          if (act === 'put') {
            const value = { weight };
            put.set(key, value);
            remembered.put(key, value);
          } else if (act === 'forget') {
            put.delete(key);
            remembered.forget(key);
          } else {
            const known = remembered.known(key);
            if (known) expect(known).toBe(put.get(key));
          }
        }
        // A look-up may evict another value. So the test looks up each key once, and accepts its last value or
        // nothing.
        const { size } = remembered;
        const held = [...put].flatMap(([key, value]) => (remembered.known(key) === value ? [value.weight] : []));
        expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
        expect(held.length).toBeLessThanOrEqual(size);
        expect(size).toBeLessThanOrEqual(put.size);
      }),
    );
  });

  test('an entry above half of the limit is not kept, and evicts nothing', () => {
    const remembered = entries(100);
    remembered.put('small', one);
    remembered.put('large', { weight: 51 });
    expect([remembered.known('large'), remembered.known('small')]).toEqual([undefined, one]);
  });

  test('is a number of entries if they have no weights', () => {
    const remembered = new Remembered<number, string>({ most: 10 });
    for (let at = 0; at < 1000; at++) remembered.put(at, 'x');
    expect(remembered.size).toBeLessThanOrEqual(10);
    expect(remembered.known(999)).toBe('x');
  });
});

test('a frequent key stays, whatever other keys come', () => {
  const remembered = entries(100);
  remembered.put('hot', one);
  for (let at = 0; at < 10_000; at++) {
    remembered.put(String(at), one);
    if (at % 40 === 0) expect(remembered.known('hot')).toBe(one);
  }
});

test('zero and an empty text count as values', () => {
  const remembered = new Remembered<string, number | string>({ most: 10 });
  let made = 0;
  const make = (value: number | string) => () => {
    made++;
    return value;
  };
  for (let round = 0; round < 3; round++)
    expect([remembered.get('a', make(0)), remembered.get('b', make(''))]).toEqual([0, '']);
  expect(made).toBe(2);
});

describe('making', () => {
  test('happens at most once, and the cache returns a known value without a promise', () => {
    const remembered = entries(10);
    let made = 0;
    const make = () => {
      made++;
      return one;
    };
    expect([remembered.get('a', make), remembered.get('a', make)]).toEqual([one, one]);
    expect(made).toBe(1);
  });

  test('callers of the same key at the same time share one attempt', async () => {
    const remembered = entries(10);
    const { promise, resolve } = Promise.withResolvers<typeof one>();
    let made = 0;
    const make = () => {
      made++;
      return promise;
    };
    const all = [remembered.get('a', make), remembered.get('a', make), remembered.get('a', make)];
    resolve(one);
    expect(await Promise.all(all)).toEqual([one, one, one]);
    expect(made).toBe(1);
    // The cache returns the value itself now, and no promise.
    expect(remembered.get('a', make)).toBe(one);
  });

  test('fails for all waiting callers together, and the next caller tries again', async () => {
    const remembered = entries(10);
    const failing = async () => {
      throw new Error('away');
    };
    const both = [remembered.get('a', failing), remembered.get('a', failing)];
    for (const one of both) await expect(one).rejects.toThrow('away');
    expect(await remembered.get('a', async () => one)).toBe(one);
    const thrown = () => {
      throw new Error('at once');
    };
    expect(() => remembered.get('b', thrown)).toThrow('at once');
    expect(remembered.get('b', () => one)).toBe(one);
  });

  test('a missing value is not kept, with or without a promise', async () => {
    const remembered = entries(10);
    expect(remembered.get('a', () => undefined)).toBeUndefined();
    expect(await remembered.get('a', async () => undefined)).toBeUndefined();
    expect(remembered.get('a', () => one)).toBe(one);
  });
});
