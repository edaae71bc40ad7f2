// Tests the list of objects and days that were removed for good. A list with days has a newer format, which earlier
// versions refuse because they would drop the days.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { entryOf, modelsIn } from '../../../../generator/days/model-stream.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import {
  isPurged,
  noteBroughtBack,
  notePurged,
  readPurged,
  readPurgedObjects,
} from '../../../../generator/days/purged.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { models } from '../../../fixtures/rows.ts';

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

test('objects that a day uses again leave the list, if their model is not withdrawn', async () => {
  const data = folderOfTest();
  const catalog = await importRows(data, '2026-01-01', [models.bert, models.mixed]);
  const store = openObjectStore(join(data, 'objects'));
  const day = await openCatalog(store.pathOf(catalog), catalog);
  const named = new Map([...modelsIn(day)].map((lines) => [lines.id, entryOf(lines)]));
  const [bert, mixed] = [named.get(models.bert.id)!, named.get(models.mixed.id)!];
  const [lost] = mixed.sources;
  notePurged(data, { objects: [bert.model, ...bert.sources, mixed.model, ...mixed.sources], days: [object] });
  store.remove(lost!);
  await noteBroughtBack(data, store, catalog, new Set([models.bert.id.toLowerCase()]));
  expect(readPurgedObjects(data)).toEqual(new Set([bert.model, ...bert.sources, lost]));
  expect(readPurged(data).has(object)).toBe(true);
  expect([isPurged(bert, readPurged(data)), isPurged(mixed, readPurged(data))]).toEqual([true, true]);
  await noteBroughtBack(data, store, catalog, new Set());
  expect(readPurgedObjects(data)).toEqual(new Set([lost]));
  expect([isPurged(bert, readPurged(data)), isPurged(mixed, readPurged(data))]).toEqual([false, true]);
});

test('a list of a later format is refused and not changed', () => {
  const { data, path } = folder();
  const text = '{"format":"hub.model-hub.purged/v3","objects":[]}\n';
  writeFileSync(path, text);
  expect(() => notePurged(data, { objects: [object] })).toThrow('run the version that wrote it');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
