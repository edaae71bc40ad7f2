// Tests that a tree built after a withdrawal names the model nowhere, whatever the days say, and that the model is back
// once the withdrawal is lifted.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { storeOf } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { readPurged } from '../../generator/days/purged.ts';
import { currentStamp } from '../../generator/packs/tree-layout.ts';
import { readStatus } from '../../generator/status/status-report.ts';
import { checkStore } from '../../generator/tree/check-archive.ts';
import { purgeObjects } from '../../generator/withdraw/purge-objects.ts';
import type { Address } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { service, treeFiles, treeText } from '../fixtures/hub.ts';
import { useMadeOnce } from '../fixtures/made-once.ts';
import { models } from '../fixtures/rows.ts';
import { tornFiles } from '../fixtures/torn-files.ts';
import { type Place, placeIn } from './withdrawn-place.ts';

vi.setConfig({ testTimeout: 300_000 });

const { bert, mixed } = models;
const revised = { ...bert, revision: 'd'.repeat(40) };

/** Lists the paths of the tree, without objects, whose text names the model. */
const namedIn = ({ config: { dist } }: Place, id: string) =>
  [...treeFiles(dist)]
    .filter(([path]) => !path.startsWith('objects/'))
    .flatMap(([path, bytes]) => (path.includes(id) || Buffer.from(bytes).includes(id) ? [path] : []));

const catalogOf = (place: Place, address: string) =>
  JSON.parse(place.object(address)) as { models: Record<string, { model: Address; sources: Address[] }> };

const checked = async ({ config }: Place) => {
  const { catalog } = readPointer(config.data)!;
  const purged = readPurged(config.data);
  const stores: [string] = [join(config.data, 'objects')];
  const { faults } = await checkStore({ dist: config.dist, stores, catalog, ships: false, purged });
  return [...faults, ...(await tornFiles(config.dist, purged))];
};

/** Returns a function that copies, for one test, a place with two days and their tree. */
const useTwoDays = (hasDocuments: boolean) => {
  const copied = useMadeOnce(async (folder) => {
    const place = placeIn(folder);
    await place.importDay('2026-11-18', [bert, mixed]);
    await place.importDay('2026-11-19', [revised, mixed]);
    await place.build(hasDocuments);
    expect(namedIn(place, bert.id).length).toBeGreaterThan(10);
  });
  return async () => placeIn(await copied());
};
const twoDays = useTwoDays(true);
const twoPlainDays = useTwoDays(false);

test('a tree built after a withdrawal lacks the model, and a tree built after the lift equals the earlier tree', async () => {
  const place = await twoDays();
  const before = currentStamp(place.config.dist)!;
  await place.withdraw(bert.id.toUpperCase());
  await place.build();
  expect(namedIn(place, bert.id)).toEqual([]);
  const { stamp } = currentStamp(place.config.dist)!;
  expect(stamp).toMatchObject({ takenFrom: before.stamp.catalog, snapshot: '2026-11-19', counts: { models: 1 } });
  expect(Object.keys(catalogOf(place, stamp.catalog).models)).toEqual([mixed.id]);
  expect(await checked(place)).toEqual([]);
  // The day in HUB_DATA still has the model; only the tree lacks it.
  expect(readPointer(place.config.data)!.catalog).toBe(before.stamp.catalog);
  expect(await place.lift(bert.id)).toBe(true);
  await place.build();
  expect(currentStamp(place.config.dist)!.stamp).toMatchObject({ id: before.stamp.id, counts: before.stamp.counts });
});

test('the next day leaves the model out and counts it, and lists of older days no longer name it', async () => {
  const place = await twoDays();
  await place.withdraw(bert.id);
  const report = await place.importDay('2026-11-20', [revised, mixed]);
  expect(report).toMatchObject({ imported: true, models: { listed: 1, thin: 0, withdrawn: 1 } });
  await place.build();
  expect(namedIn(place, bert.id)).toEqual([]);
  const changes = JSON.parse(treeText(place.config.dist, 'documents/archive/2026-11-19.json')) as object;
  expect(changes).toMatchObject({ revised: [], rewritten: [], counts: { revised: 0, rewritten: 0 } });
  expect(await checked(place)).toEqual([]);
});

test('a purge removes the objects of the model from every day but no catalog, and further days follow', async () => {
  const place = await twoPlainDays();
  const { config } = place;
  const store = storeOf(config, join(config.data, 'no-seed'));
  const { catalog } = readPointer(config.data)!;
  const { model, sources } = catalogOf(place, catalog).models[bert.id]!;
  await place.withdraw(bert.id);
  await place.build(false);
  const report = await purgeObjects(config, bert.id, []);
  const { objects } = report;
  expect(report).toMatchObject({ removed: Object.values(objects).flat().length, buckets: [], ships: 0 });
  expect(objects.model).toHaveLength(2);
  for (const address of [model, ...sources]) expect(store.has(address)).toBe(false);
  expect(existsSync(join(config.dist, objectPath('model', model)))).toBe(false);
  expect(store.has(catalog)).toBe(true);
  // The current day still names the model, but does not count it.
  expect((await readStatus(config, service, 1)).totals).toMatchObject({ models: 1, purged: 1 });
  await place.importDay('2026-11-20', [mixed]);
  await place.build(false);
  expect(await checked(place)).toEqual([]);
  // After the lift, the next day with the model brings it back. The earlier days still lack its objects.
  await place.lift(bert.id);
  await place.importDay('2026-11-21', [bert, mixed]);
  await place.build(false);
  expect(namedIn(place, bert.id).length).toBeGreaterThan(10);
  expect(await checked(place)).toEqual([]);
});

test('a purged model whose objects were copied back is in the tree with its earlier revisions after the lift', async () => {
  const place = await twoPlainDays();
  const objects = join(place.config.data, 'objects');
  const shipped = join(place.config.data, 'shipped');
  cpSync(objects, shipped, { recursive: true });
  await place.withdraw(bert.id);
  await place.build(false);
  const { objects: purged } = await purgeObjects(place.config, bert.id, []);
  cpSync(shipped, objects, { recursive: true });
  await place.lift(bert.id);
  await place.build(false);
  expect(currentStamp(place.config.dist)!.stamp.counts.models).toBe(2);
  // The model's page names both revisions, and a check reads their objects from the tree.
  expect(purged.model).toHaveLength(2);
  for (const address of purged.model)
    expect(existsSync(join(place.config.dist, objectPath('model', address)))).toBe(true);
  expect(await checked(place)).toEqual([]);
});
