// Tests a rollback. It publishes the models of an earlier day again, as a new day after the current one.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atWithdrawals } from '../../../../generator/accounts/database.ts';
import { keepAside, readAside } from '../../../../generator/aside/kept-aside.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { writeTakedowns } from '../../../../generator/days/takedowns.ts';
import { rollBack } from '../../../../generator/rollback/roll-back.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { readDay, row } from '../import/sandbox.ts';
import { importDay } from '../mirror/origins.ts';

const [ONE, TWO, THREE, FOUR] = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
const made = { archived: '2026-01-04T00:00:00Z' };

const card = { card: '# One', files: [{ path: 'README.md', size: 5, sha256: sha256Hex('# One') }] };

/** Makes two good days, and a bad day that loses one model, changes another, and adds one. */
async function badDay(): Promise<string> {
  const data = join(folderOfTest(), 'data');
  await importDay(data, ONE, row('a/one'), row('c/three'));
  await importDay(data, TWO, row('a/one', '', card), row('b/two'), row('c/three'), { id: 'g/gated', gated: true });
  await importDay(data, THREE, row('a/one', '', card), row('c/three', 'bad'), row('d/bad'));
  return data;
}

const back = (data: string, to: string | undefined, day = FOUR) =>
  rollBack(readConfig({ HUB_DATA: data, HUB_DIST: join(data, '../dist') }), { to, day, made });
const now = (data: string) => readDay(openObjectStore(join(data, 'objects')), readPointer(data)!.catalog);
const days = async (data: string) => {
  const store = openObjectStore(join(data, 'objects'));
  const found: string[] = [];
  for (let at = readPointer(data)!.catalog as string | null; at; ) {
    const { snapshot, prev } = await readDay(store, at as never);
    found.push(snapshot);
    at = prev;
  }
  return found;
};

test('the day before is published under a new date, and the bad day stays in the archive', async () => {
  const data = await badDay();
  const bad = readPointer(data)!;
  const report = await back(data, undefined);
  expect(report).toMatchObject({
    day: FOUR,
    of: TWO,
    prev: bad.catalog,
    models: 3,
    removed: 1,
    changed: 1,
    returned: 0,
  });
  const [day, was] = [await now(data), await readDay(openObjectStore(join(data, 'objects')), report.ofCatalog)];
  expect([day.snapshot, day.prev, day.gated]).toEqual([FOUR, bad.catalog, was.gated]);
  expect([...day.models.keys()]).toEqual(['a/one', 'b/two', 'c/three']);
  for (const [
    id,
    {
      row: { hub, ...told },
      object,
      entry,
    },
  ] of day.models) {
    const {
      row: { hub: wasHub, ...wasTold },
      ...of
    } = was.models.get(id)!;
    expect([told, hub.sources, hub.indexed, entry.card]).toEqual([
      wasTold,
      wasHub.sources,
      wasHub.indexed,
      of.entry.card,
    ]);
    expect({ ...object, prev: null }).toEqual({ ...of.object, prev: null });
  }
  // As by any import, the object of a changed model names the one that it replaces.
  expect(day.models.get('c/three')!.object.prev).not.toBe(was.models.get('c/three')!.object.prev);
  expect(day.models.get('a/one')!.entry).toEqual(was.models.get('a/one')!.entry);
  expect(day.models.get('c/three')!.entry).toMatchObject({ indexed: ONE, days: [FOUR, THREE, ONE] });
  expect(await days(data)).toEqual([FOUR, THREE, TWO, ONE]);
  expect(readPointer(data)!.days).toEqual({ ...bad.days, [report.catalog]: made });
});

test('a model that was withdrawn since is left out, and not counted; one that became gated returns', async () => {
  const data = await badDay();
  await importDay(data, THREE, row('a/one', '', card), { id: 'c/three', gated: true });
  const config = readConfig({ HUB_DATA: data });
  const one = { model: 'b/two', status: 451, reason: 'a court order', day: THREE } as const;
  await atWithdrawals(config, (desk) => desk.withdraw(one));
  expect(await back(data, TWO)).toMatchObject({ models: 2, removed: 0, changed: 0, returned: 1 });
  expect([...(await now(data)).models.keys()]).toEqual(['a/one', 'c/three']);
});

test('the day to return to can be named, and rollbacks can follow each other', async () => {
  const data = await badDay();
  expect(await back(data, ONE)).toMatchObject({ of: ONE, models: 2 });
  expect(await back(data, TWO, '2026-01-05')).toMatchObject({ of: TWO, models: 3, returned: 1 });
  expect(await days(data)).toEqual(['2026-01-05', FOUR, THREE, TWO, ONE]);
});

test('a card that was taken down stays away after a rollback, and a day that was set aside is removed', async () => {
  const data = await badDay();
  writeTakedowns(data, new Set(['a/one']));
  keepAside(data, readPointer(data)!, { command: 'import', breaches: [], worst: [] });
  expect(readAside(data)).toBeDefined();
  await back(data, TWO);
  expect((await now(data)).models.get('a/one')!.entry.card).toBeUndefined();
  expect(readAside(data)).toBeUndefined();
});

test.each([
  [undefined, ONE, 'HUB_DATA has none of its own yet', 0],
  [TWO, FOUR, '2026-01-02 is in force already', 2],
  ['2025-12-01', FOUR, 'No day of the chain is of 2025-12-01', 2],
])('a rollback to %s on %s: %s', async (to, day, sentence, count) => {
  const data = join(folderOfTest(), 'data');
  for (const on of [ONE, TWO].slice(0, count)) await importDay(data, on, row('a/one'));
  await expect(back(data, to, day)).rejects.toThrow(sentence);
});
