// Tests that rows with changes only in figures are recognised, wherever the figures are in a row and whatever texts
// it has.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyFiguresMoved } from '../../../../generator/days/moved-figures.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';

const NAMES = ['downloads', 'likes', 'trendingScore'];
const line = (row: object) => Buffer.from(canonicalJson(row));
const isMoved = (before: object, row: object) => onlyFiguresMoved(line(before), line(row));

const figure = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const figures = fc.record({ downloads: figure, likes: figure, trendingScore: figure }, { requiredKeys: [] });
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...NAMES, '"likes":5,', '{', '}]', '\\"', ','));
const deep = fc.dictionary(fc.oneof(text, fc.constantFrom(...NAMES)), fc.oneof(text, figure, fc.array(text)));
const facts = fc.record({ id: text, a: text, hub: deep, m: fc.array(deep), tags: fc.array(text), z: text });

test('rows that differ only in figures are recognised', () => {
  fc.assert(
    fc.property(facts, figures, figures, (row, old, fresh) => {
      expect(isMoved({ ...row, ...old }, { ...row, ...fresh })).toBe(true);
    }),
  );
});

test('rows that differ in anything else are not', () => {
  fc.assert(
    fc.property(facts, facts, figures, figures, (row, other, old, fresh) => {
      fc.pre(canonicalJson(row) !== canonicalJson(other));
      expect(isMoved({ ...row, ...old }, { ...other, ...fresh })).toBe(false);
    }),
  );
});

test('a row of only figures and a row without figures are compared too', () => {
  expect(isMoved({ likes: 1 }, { downloads: 2, trendingScore: -0.5 })).toBe(true);
  expect(isMoved({}, { likes: 3 })).toBe(true);
});
