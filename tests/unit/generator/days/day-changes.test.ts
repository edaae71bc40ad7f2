// Tests the changes between two days: each kind is listed, long lists are cut, and the result is computed once and
// kept.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { dayChanges, LIST_LIMIT } from '../../../../generator/days/day-changes.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import type { ChangeCountsOfDays, DayChanges } from '../../../../src/shapes/changes.ts';
import { buildFrom, importRows, type Places, treeText } from '../../../fixtures/hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

const hash = (digit: string) => digit.repeat(64);
const row = (id: string, revision: string, files: Record<string, string>, more: object = {}): FixtureRow => ({
  id,
  revision: revision.repeat(40),
  files: Object.entries(files).map(([path, digit]) => ({ path, size: Number(digit), sha256: hash(digit) })),
  ...more,
});

const first = [
  row('a/stays', '1', { 'config.json': '1' }, { downloads: 1 }),
  row('a/moves', '1', { 'config.json': '1', 'kept.txt': '2', 'model.safetensors': '6', 'old.txt': '3' }),
  row('a/rewritten', '1', { 'config.json': '1' }),
  row('b/leaves', '1', { 'config.json': '1' }),
];
const second = [
  // Figures such as downloads change every day, so they count as no change.
  row('a/stays', '1', { 'config.json': '1' }, { downloads: 2 }),
  row('a/moves', '2', { 'config.json': '4', 'kept.txt': '2', 'model.safetensors': '9', 'new.txt': '3' }),
  row('a/rewritten', '1', { 'config.json': '5' }),
  row('c/comes', '1', { 'config.json': '1' }, { pipeline_tag: 'fill-mask', parameters: 7 }),
];

let places: Places;
beforeEach(() => {
  const folder = folderOfTest();
  places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
});

describe('between two catalogs', () => {
  /** Imports a day, and opens its catalog. */
  const imported = async (date: string, rows: FixtureRow[]) => {
    const address = await importRows(places.data, date, rows);
    return { ...(await openCatalog(storeOf().pathOf(address), address)), date };
  };
  const storeOf = () => openObjectStore(join(places.data, 'objects'));

  test('each kind of change has the old and the new value', async () => {
    const before = await imported('2026-01-01', first);
    const after = await imported('2026-01-02', second);
    const changes = dayChanges({ before, after }, storeOf());
    expect(changes).toMatchObject({
      date: '2026-01-02',
      prev_date: '2026-01-01',
      added: ['c/comes'],
      unlisted: ['b/leaves'],
      removed: [],
      relisted: [],
      revised: [
        {
          id: 'a/moves',
          from: '1'.repeat(40),
          to: '2'.repeat(40),
          files: { added: 1, changed: 2, removed: 1 },
          copy_bytes: 9,
          copy_bytes_before: 6,
        },
      ],
      rewritten: [
        {
          id: 'a/moves',
          path: 'config.json',
          from: hash('1'),
          to: hash('4'),
          in_place: false,
          size: 4,
          size_before: 1,
        },
        { path: 'model.safetensors', size: 9, size_before: 6 },
        { id: 'a/rewritten', path: 'config.json', from: hash('1'), to: hash('5'), in_place: true },
      ],
    });
    expect(changes.models).toEqual({
      'c/comes': { files: 1, pipeline_tag: 'fill-mask', parameters: 7 },
      'b/leaves': { files: 1 },
    });
    expect(changes.counts).toEqual({
      added: 1,
      removed: 0,
      unlisted: 1,
      relisted: 0,
      revised: 1,
      rewritten: 3,
      rewritten_in_place: 1,
    });
    // In the reverse comparison, the added models are gone and the removed models are back.
    const back = dayChanges({ before: after, after: before }, storeOf());
    expect(back).toMatchObject({ added: [], removed: ['c/comes'], unlisted: [], relisted: ['b/leaves'] });
  });

  test('a long list is cut, but its count is complete', async () => {
    const many = Array.from({ length: LIST_LIMIT + 5 }, (_, at) => row(`m/n${at}`, '1', { 'config.json': '1' }));
    const before = await imported('2026-01-01', first);
    const after = await imported('2026-01-02', [...first, ...many]);
    const { added, counts, list_limit } = dayChanges({ before, after }, storeOf());
    expect([added.length, counts.added, list_limit]).toEqual([LIST_LIMIT, LIST_LIMIT + 5, LIST_LIMIT]);
    expect(added).toEqual([...added].sort());
  });
});

test('two days are compared once, the result is linked into every tree, and it is removed with a day that was replaced', async () => {
  const day = async (date: string, rows: FixtureRow[]) => buildFrom(places, await importRows(places.data, date, rows));
  const told = <T>(name: string) => JSON.parse(treeText(places.dist, `documents/archive/${name}.json`)) as T;
  const shelf = () => readdirSync(join(places.dist, 'changes')).filter((file) => file.endsWith('.json'));
  const made = (files: string[]) => files.map((file) => statSync(join(places.dist, 'changes', file)).mtimeMs);
  await day('2026-01-01', first);
  await day('2026-01-02', second);
  const known = shelf();
  const before = made(known);
  const step = told<DayChanges>('2026-01-02');
  expect(step.counts.rewritten).toBe(3);
  await day('2026-01-03', second);
  expect(made(known)).toEqual(before);
  await day('2026-01-03', first);
  expect(made(known)).toEqual(before);
  expect(shelf()).toHaveLength(3);
  const { days } = told<ChangeCountsOfDays>('changes');
  expect(days.map(({ date, prev_date }) => [date, prev_date])).toEqual([
    ['2026-01-03', '2026-01-02'],
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01', null],
  ]);
  // A tree that is built from nothing lists the same changes for the older day.
  rmSync(places.dist, { recursive: true });
  await day('2026-01-03', first);
  expect(told<DayChanges>('2026-01-02')).toEqual(step);
});
