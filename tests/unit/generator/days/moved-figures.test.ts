// Tests that rows with changes only in figures are recognised, wherever the figures are in a row and whatever texts
// it has.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedFigures } from '../../../../generator/days/moved-figures.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';

const NAMES = ['downloads', 'likes', 'trendingScore'];
const line = (row: object) => Buffer.from(canonicalJson(row));
const figuresOf = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => NAMES.includes(name)));

const figure = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const figures = fc.record({ downloads: figure, likes: figure, trendingScore: figure }, { requiredKeys: [] });
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...NAMES, '"likes":5,', '{', '}]', '\\"', ','));
const deep = fc.dictionary(fc.oneof(text, fc.constantFrom(...NAMES)), fc.oneof(text, figure, fc.array(text)));
const facts = fc.record({ id: text, a: text, hub: deep, m: fc.array(deep), tags: fc.array(text), z: text });

test('rows that differ only in figures give the figures of the later row', () => {
  fc.assert(
    fc.property(facts, figures, figures, (row, old, fresh) => {
      const after = { ...row, ...fresh };
      const expected = figuresOf(JSON.parse(line(after).toString()) as object);
      expect(movedFigures(line({ ...row, ...old }), line(after))).toEqual(expected);
    }),
  );
});

test('rows that differ in anything else give undefined', () => {
  fc.assert(
    fc.property(facts, facts, figures, figures, (row, other, old, fresh) => {
      fc.pre(canonicalJson(row) !== canonicalJson(other));
      expect(movedFigures(line({ ...row, ...old }), line({ ...other, ...fresh }))).toBeUndefined();
    }),
  );
});

test('a row of only figures and a row without figures are compared too', () => {
  expect(movedFigures(line({ likes: 1 }), line({ downloads: 2, trendingScore: -0.5 }))).toEqual({
    downloads: 2,
    trendingScore: -0.5,
  });
  expect(movedFigures(line({}), line({ likes: 3 }))).toEqual({ likes: 3 });
});
