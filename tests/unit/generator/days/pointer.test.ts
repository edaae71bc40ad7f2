/** Tests the pointer to the current catalog, and the error about a damaged one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentPointer, readPointer, writePointer } from '../../../../generator/days/pointer.ts';
import { notePurged, readPurged, readPurgedObjects } from '../../../../generator/days/purged.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const one = { catalog: `blake3:${'1'.repeat(64)}`, snapshot: '2026-01-01', days: {} } as const;
const two = {
  catalog: `blake3:${'2'.repeat(64)}`,
  snapshot: '2026-01-02',
  days: {
    [one.catalog]: { archived: '2026-01-01T03:04:05Z', source: 'a'.repeat(40) },
    [`blake3:${'2'.repeat(64)}`]: {},
  },
} as const;

test('the pointer in HUB_DATA has priority over the shipped one', () => {
  const [data, seed] = [join(folderOfTest(), 'data'), folderOfTest()];
  expect(currentPointer(data, seed)).toBeUndefined();
  writePointer(seed, one);
  expect(currentPointer(data, seed)).toEqual({ ...one, from: 'seed' });
  writePointer(data, two);
  expect(currentPointer(data, seed)).toEqual({ ...two, from: 'data' });
  expect(readPointer(seed)).toEqual(one);
});

test('a pointer of an earlier version lacks the way in which its days were made', () => {
  const data = folderOfTest();
  const { catalog, snapshot } = one;
  writeFileSync(join(data, 'index.json'), JSON.stringify({ format: 'hub.model-hub.pointer/v1', catalog, snapshot }));
  expect(readPointer(data)).toEqual(one);
});

test.each([
  ['', 'is damaged: it is not JSON'],
  ['{"format":"other/v1"}', 'has the unknown format "other/v1"; this version reads hub.model-hub.pointer/v1'],
  [JSON.stringify({ format: 'hub.model-hub.pointer/v1', ...one, snapshot: '2026-02-30' }), 'is damaged'],
  ...[[], { [one.catalog]: { archived: 'yesterday' } }].map((days): [string, string] => [
    JSON.stringify({ format: 'hub.model-hub.pointer/v1', ...one, days }),
    'is damaged: "days"',
  ]),
])('a pointer is refused: %s', (text, sentence) => {
  const data = folderOfTest();
  writeFileSync(join(data, 'index.json'), text);
  expect(() => readPointer(data)).toThrow(`${join(data, 'index.json')} ${sentence}`);
});

const [object, day] = ['a', 'b'].map((digit) => `blake3:${digit.repeat(64)}` as Address) as [Address, Address];

function folder() {
  const data = folderOfTest();
  const path = join(data, 'purged.json');
  return { data, path, format: () => (JSON.parse(readFileSync(path, 'utf8')) as { format: string }).format };
}

test('a list without days has the first format, and a list with days the second', () => {
  const { data, format } = folder();
  notePurged(data, { objects: [object] });
  expect(format()).toBe('hub.model-hub.purged/v1');
  notePurged(data, { days: [day] });
  expect(format()).toBe('hub.model-hub.purged/v2');
  notePurged(data, { objects: [object] });
  expect(format()).toBe('hub.model-hub.purged/v2');
  expect([readPurgedObjects(data), readPurged(data)]).toEqual([new Set([object]), new Set([object, day])]);
});

test('a list of a later format is refused and not changed', () => {
  const { data, path } = folder();
  const text = '{"format":"hub.model-hub.purged/v3","objects":[]}\n';
  writeFileSync(path, text);
  expect(() => notePurged(data, { objects: [object] })).toThrow('run the version that wrote it');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
