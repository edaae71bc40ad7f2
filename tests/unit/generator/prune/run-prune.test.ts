// Tests `model-hub prune`. It removes unneeded files at the first run. It keeps the files of a day, of a tree, or
// of a day that was set aside, and removes days only if they are named.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { keepAside } from '../../../../generator/aside/kept-aside.ts';
import { storeOf } from '../../../../generator/days/object-store.ts';
import { readPointer, writePointer } from '../../../../generator/days/pointer.ts';
import { notePurged, readPurged } from '../../../../generator/days/purged.ts';
import { currentName, currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { type PruneReport, pruneLines, runPrune } from '../../../../generator/prune/run-prune.ts';
import { rollBack } from '../../../../generator/rollback/roll-back.ts';
import { readStatus } from '../../../../generator/status/status-report.ts';
import { checkStore } from '../../../../generator/tree/check-archive.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { atOnce } from '../../../fixtures/at-once.ts';
import { service } from '../../../fixtures/hub.ts';
import { useMadeOnce } from '../../../fixtures/made-once.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { tornFiles } from '../../../fixtures/torn-files.ts';
import { type Place, placeIn } from '../../../withdraw/withdrawn-place.ts';
import { row } from '../import/sandbox.ts';

const rows = (...all: [id: string, state: string][]) =>
  all.map(([id, state]) => row(id, state)) as unknown as FixtureRow[];

type Asked = Partial<Parameters<typeof runPrune>[1]>;
const prune = ({ config }: Place, asked: Asked & { stay?: number } = {}): Promise<PruneReport> => {
  const { stay, ...request } = asked;
  const used = stay === undefined ? config : { ...config, treeSeconds: stay };
  return runPrune(used, { isDry: false, keep: undefined, buckets: [], ...request }, silent);
};
const lost = ({ removed }: PruneReport) => Object.fromEntries(removed.map(({ place, files }) => [place, files]));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !/lock/.test(name))
    .sort();
const everything = ({ config }: Place) => [...filesIn(config.data), ...filesIn(config.dist)];

/** The catalog of the second day's first import, which the second import replaced. */
let replaced: Address;
const copied = useMadeOnce(async (folder) => {
  const place = placeIn(folder);
  await place.importDay('2026-01-01', rows(['a/one', '1'], ['a/two', '1']));
  await place.build();
  await place.importDay('2026-01-02', rows(['a/one', 'wrong'], ['a/two', '1']));
  await place.build();
  replaced = readPointer(place.config.data)!.catalog;
  await place.importDay('2026-01-02', rows(['a/one', '2'], ['a/two', '1']));
  await place.build();
  await place.importDay('2026-01-03', rows(['a/one', '3'], ['a/two', '1'], ['a/three', '3']));
  await place.build();
});
/** Makes a hub with three days, the second of which was imported twice, and a tree of each import. */
const threeDays = async () => placeIn(await copied());

async function faultsOf({ config }: Place): Promise<string[]> {
  const { dist, data, objects } = config;
  const purged = readPurged(data);
  const { faults } = await checkStore({
    dist,
    stores: [objects],
    catalog: readPointer(data)!.catalog,
    ships: false,
    purged,
  });
  return [...faults, ...(await tornFiles(dist, purged))];
}

test('a dry run counts the files to remove and changes nothing; a second real run finds nothing', async () => {
  const place = await threeDays();
  const before = everything(place);
  const dry = await prune(place, { isDry: true, stay: 0 });
  expect(everything(place)).toEqual(before);
  const done = await prune(place, { stay: 0 });
  expect(lost(done)).toEqual(lost(dry));
  expect(done.removed.every(({ files, bytes }) => files > 0 && bytes! > 0)).toBe(true);
  expect(before.length - everything(place).length).toBe(done.removed.reduce((sum, { files }) => sum + files, 0));
  expect(storeOf(place.config).has(replaced)).toBe(false);
  expect(await faultsOf(place)).toEqual([]);
  expect(lost(await prune(place, { stay: 0 }))).toEqual({ HUB_DATA: 0, HUB_DIST: 0 });
});

test('trees stay for HUB_TREE_SECONDS, with all objects of their days', async () => {
  const place = await threeDays();
  const trees = readdirSync(join(place.config.dist, 'left'));
  expect(trees).toHaveLength(3);
  expect(lost(await prune(place))).toEqual({ HUB_DATA: 0, HUB_DIST: 0 });
  expect(storeOf(place.config).has(replaced)).toBe(true);
  for (const name of trees) {
    const tree = openTree(place.config.dist, name);
    expect(atOnce(tree.text('models/a/one/api/models/a/one/index.json'))).toBeDefined();
  }
});

test('temporary files of a killed import or build are removed', async () => {
  const place = await threeDays();
  await prune(place, { stay: 0 });
  const { data, dist, objects } = place.config;
  for (const path of [
    ...[join(objects, 'without/rows'), join(objects, 'tmp/1'), join(data, 'tmp/rows')],
    ...[join(dist, 'draft/spool/1'), join(objects, 'ab/cd.4711-0'), join(dist, 'packs/ab/cd.4711-0')],
    ...[join(dist, 'objects/model/ab/cd.4711-0')],
  ]) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'half');
  }
  expect(lost(await prune(place, { stay: 0 }))).toEqual({ HUB_DATA: 4, HUB_DIST: 3 });
});

test('a day that was set aside stays, and so does the catalog that a build made without withdrawn models', async () => {
  const place = await threeDays();
  const { data } = place.config;
  await place.withdraw('a/two');
  await place.build();
  const stamp = currentStamp(place.config.dist)!.stamp;
  expect(stamp.takenFrom).toBe(readPointer(data)!.catalog);
  const pointer = readPointer(data)!;
  await place.importDay('2026-01-04', rows(['a/four', '4']));
  const aside = readPointer(data)!;
  // Sets the day aside, as an import does when a day breaks the rules.
  writePointer(data, pointer);
  keepAside(data, aside, { command: 'import', breaches: [], worst: [] });
  await prune(place, { stay: 0 });
  const store = storeOf(place.config);
  for (const catalog of [aside.catalog, pointer.catalog, stamp.catalog])
    expect(store.has(catalog as Address)).toBe(true);
  expect(await faultsOf(place)).toEqual([]);
});

test('a damaged day stops the command before it removes anything', async () => {
  const place = await threeDays();
  const store = storeOf(place.config);
  writeFileSync(store.pathOf(currentStamp(place.config.dist)!.stamp.days[1]!.catalog as Address), 'damaged');
  const before = everything(place);
  await expect(prune(place, { stay: 0 })).rejects.toThrow(/is damaged: .* Nothing was removed/);
  expect(everything(place)).toEqual(before);
});

test('named days are removed, and then the archive begins with the oldest remaining day', async () => {
  const place = await threeDays();
  const { config } = place;
  const { days } = currentStamp(config.dist)!.stamp;
  const first = days.at(-1)!.catalog as Address;
  const report = await prune(place, { keep: 2, stay: 0 });
  expect(report.days!.taken).toEqual([{ snapshot: '2026-01-01', catalog: first }]);
  expect(pruneLines(report).join('\n')).toContain('1 day (2026-01-01) can’t be read any more');
  expect(storeOf(config).has(first)).toBe(false);
  expect(existsSync(join(config.dist, 'objects/catalog', first.slice(7, 9), first.slice(9)))).toBe(false);
  const name = currentName(config.dist);
  await place.build();
  expect(currentName(config.dist)).not.toBe(name);
  expect(currentStamp(config.dist)!.stamp.days.map(({ date }) => date)).toEqual(['2026-01-03', '2026-01-02']);
  expect(await faultsOf(place)).toEqual([]);
  const status = await readStatus(config, service, 9);
  expect(status.days.map(({ snapshot }) => snapshot)).toEqual(['2026-01-03', '2026-01-02']);
  expect(status.moreDays).toBe(false);
  const request = { day: '2026-01-05', made: {} };
  await expect(rollBack(config, { to: '2026-01-01', ...request })).rejects.toThrow(
    'No day of the chain is of 2026-01-01',
  );
  await rollBack(config, { to: '2026-01-02', ...request });
  await place.build();
  expect(await faultsOf(place)).toEqual([]);
});

test('the next run completes one that was killed after it wrote its list, and a third run finds nothing', async () => {
  const place = await threeDays();
  const first = currentStamp(place.config.dist)!.stamp.days.at(-1)!.catalog as Address;
  notePurged(place.config.data, { days: [first] });
  await prune(place, { stay: 0 });
  expect(storeOf(place.config).has(first)).toBe(false);
  await place.build();
  expect(await faultsOf(place)).toEqual([]);
  await prune(place, { stay: 0 });
  expect(lost(await prune(place, { stay: 0 }))).toEqual({ HUB_DATA: 0, HUB_DIST: 0 });
});

test('the newest two days stay in any case', async () => {
  const place = await threeDays();
  const { days } = await prune(place, { keep: 1, isDry: true });
  expect(days).toMatchObject({ taken: [{ snapshot: '2026-01-01' }], oldest: { snapshot: '2026-01-02' } });
});
