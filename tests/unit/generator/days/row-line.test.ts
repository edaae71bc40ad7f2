// Tests that the facts read from a row's line are right even if a later version adds members to rows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesOfRow, isListedRow, lineNamesModel, onlyFiguresMoved } from '../../../../generator/days/row-line.ts';
import { canonicalJson } from '../../../../src/basics/records.ts';

const line = (hub: object, facts: object = {}) =>
  Buffer.from(canonicalJson({ id: 'a/b', sha: '1', ...facts, hub: { files: 7, manifest: 'blake3:0', ...hub } }));

/**
 * Additional members that sort before or after the members that are read, at the same depth and deeper, and texts
 * that look like these members.
 */
const WIDER = [
  {},
  { downloads: 1, tags: ['"files":9', '"listed":false'] },
  { copies: [{ files: 99, listed: false, id: 'x/y' }], zone: { files: 98, listed: false, id: 'x/y' } },
];

test.each(WIDER)('additional members do not change what is read: %#', (facts) => {
  expect(filesOfRow(line({}, facts))).toBe(7);
  expect(filesOfRow(line({ archive: { files: 5 }, ...facts }))).toBe(7);
  expect(isListedRow(line({}, facts))).toBe(true);
  expect(isListedRow(line({ archive: { listed: false } }, facts))).toBe(true);
  expect(isListedRow(line({ listed: true }, facts))).toBe(true);
  expect(isListedRow(line({ listed: false }, facts))).toBe(false);
  expect(lineNamesModel(line({}, facts), 'a/b')).toBe(true);
  expect(lineNamesModel(line({}, facts), 'a/c')).toBe(false);
  expect(lineNamesModel(line({}, { base_id: 'a/c', ...facts }), 'a/c')).toBe(false);
});

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
