// Tests a cache: it stays within its limit for any entries, frequent keys stay, and a failure leaves nothing behind.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRemembered } from '../../../src/basics/remembered.ts';

const entries = (most: number) => createRemembered<string, { weight: number }>({ most, weigh: ({ weight }) => weight });
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
});

test('a frequent key stays, whatever other keys come', () => {
  const remembered = entries(100);
  remembered.put('hot', one);
  for (let at = 0; at < 10_000; at++) {
    remembered.put(String(at), one);
    if (at % 40 === 0) expect(remembered.known('hot')).toBe(one);
  }
});
