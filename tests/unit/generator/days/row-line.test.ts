// Tests that the facts read from a row's line are right even if a later version adds members to rows.
import { expect, test } from 'vitest';
import { filesOfRow, isListedRow, lineNamesModel } from '../../../../generator/days/row-line.ts';
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
