// Tests the exit code of `npm run bench`, which is 0 only if every target was met.
// @module-tag all
import { expect, test } from 'vitest';
import type { Bench, Row } from '../../bench/row.ts';
import { runBenches } from '../../bench/run.ts';

const figure = { value: 1, unit: 'ms' };
const bench = (name: string, ratio: number, target?: Row['target']): Bench => {
  return async () => [{ name, ours: figure, yardstick: figure, ratio, note: '', ...(target && { target }) }];
};
const benches: Record<string, Bench> = {
  fast: bench('fast', 2, { at: 'least', ratio: 1.5 }),
  shown: bench('shown', 9),
  slow: bench('slow', 1.2, { at: 'least', ratio: 1.5 }),
  large: bench('large', 3, { at: 'most', ratio: 2 }),
  unmeasured: bench('unmeasured', Number.NaN, { at: 'most', ratio: 2 }),
};

test.each<[words: string[], code: number, printed: string]>([
  [['--only', 'fast,shown'], 0, 'fast'],
  [['fast', 'slow'], 1, 'Targets missed: slow.'],
  [['--only', 'fast,large'], 1, 'Targets missed: large.'],
  [['--only', 'fast,unmeasured'], 1, 'Targets missed: unmeasured.'],
  [['--quick', '--only', 'slow'], 0, 'no verdict'],
  [['--only', 'fast,slower'], 2, 'No bench is named slower; there are fast,'],
  [['--fast'], 2, 'Usage: npm run bench -- '],
])('%j exits with code %i', async (words, code, text) => {
  let printed = '';
  const print = (more: string) => (printed += more);
  expect(await runBenches({ benches }, words, { out: print, err: print })).toBe(code);
  expect(printed).toContain(text);
});
