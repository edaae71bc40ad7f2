// Tests that rows which differ only in figures are recognised, and no others.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyFiguresMoved } from '../../../../generator/days/row-line.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';

const NAMES = ['downloads', 'likes', 'trendingScore'];
const figure = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const figures = fc.record({ downloads: figure, likes: figure, trendingScore: figure }, { requiredKeys: [] });
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...NAMES, ',"likes":5,', '{', '}]', '\\"', ','));
/** Texts that name no figure: no row has a figure anywhere but on its first level. */
const name = text.filter((one) => !NAMES.includes(one));
const deep = fc.dictionary(name, fc.oneof(text, figure, fc.array(text)));
const facts = fc.record({ id: text, a: text, hub: deep, m: fc.array(deep), tags: fc.array(text), z: text });
const isMoved = (...rows: [object, object]) =>
  onlyFiguresMoved(...(rows.map((row) => Buffer.from(canonicalJson(row))) as [Buffer, Buffer]));

test('rows that differ only in figures are recognised, whatever texts they have', () => {
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
