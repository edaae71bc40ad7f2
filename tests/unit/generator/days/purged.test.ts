// Tests the list of objects and days that were removed for good. A list with days has a newer format, which earlier
// versions refuse because they would drop the days.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notePurged, readPurged, readPurgedObjects } from '../../../../generator/days/purged.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

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
