// Tests the facts about a day that the archive has and the catalog of the day lacks: the indexed bytes, the time, and the
// code that made the day; and that all objects of all days are checked, also those of days before a damaged one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPointer, writePointer } from '../../../../generator/days/pointer.ts';
import { sourceCommit } from '../../../../generator/process/source-commit.ts';
import { checkStore } from '../../../../generator/tree/check-archive.ts';
import type { Archive, ArchiveDay } from '../../../../src/shapes/discovery.ts';
import { treePath } from '../../../../src/table/route.ts';
import { routes } from '../../../../src/table/routes.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { buildFrom, type Places, treeText } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { row, type Sandbox, sandbox } from '../import/sandbox.ts';

const root = folderOfFile();

const sized = (id: string, ...sizes: number[]): FixtureRow => ({
  id,
  revision: sizes.join('').padStart(40, '0').slice(-40),
  files: sizes.map((size, at) => ({ path: `file-${at}`, size, sha256: `${at}${size}`.padStart(64, '0') })),
});

let box: Sandbox;
let places: Places;
beforeEach(() => {
  box = sandbox();
  places = { data: box.data, dist: join(box.folder, 'dist') };
});

const made = (day: string, letter?: string) => ({
  archived: `${day}T06:07:08Z`,
  ...(letter && { source: letter.repeat(40) }),
});

/** Imports a day of one model whose file has this size; `letter` names the commit of the code. */
const day = (date: string, size: number, letter?: string, at = date) =>
  box.day([sized('a/one', size)], date, { made: made(at, letter) });

async function archive(): Promise<ArchiveDay[]> {
  await buildFrom(places, readPointer(box.data)!.catalog);
  const text = treeText(places.dist, treePath(routes.archive, {}));
  return (JSON.parse(text) as Archive).days;
}

describe('bytes', () => {
  const days: [string, FixtureRow[]][] = [
    ['2026-01-01', [sized('a/one', 10, 20), sized('b/two', 1000)]],
    // One model grows, one leaves the list but stays indexed, and one is new.
    ['2026-01-02', [sized('a/one', 10, 20, 30), sized('c/three', 2 ** 50)]],
    // Nothing but figures changes.
    ['2026-01-03', [{ ...sized('a/one', 10, 20, 30), downloads: 5 }, sized('c/three', 2 ** 50)]],
    ['2026-01-04', [sized('a/one', 5), sized('c/three', 2 ** 50)]],
  ];
  const expected = [
    [2, 3, 1030],
    [3, 5, 1060 + 2 ** 50],
    [3, 5, 1060 + 2 ** 50],
    [3, 3, 1005 + 2 ** 50],
  ];
  const facts = (all: ArchiveDay[]) => all.toReversed().map(({ models, files, bytes }) => [models, files, bytes]);

  test('are the same if all days are built at once, or if a day is replaced', async () => {
    for (const [day, rows] of days) await box.day(rows, day);
    expect(facts(await archive())).toEqual(expected);
    await box.day([sized('a/one', 7)], '2026-01-04', { drop: ['c/three'] });
    expect(facts(await archive())).toEqual([...expected.slice(0, 3), [2, 2, 1007]]);
  });
});

describe('the time at which a day was made, and the code', () => {
  test('are those of its import, and an import of the same rows changes neither', async () => {
    await day('2026-01-01', 1, 'a');
    await day('2026-01-02', 2);
    const before = readFileSync(join(box.data, 'index.json'), 'utf8');
    await day('2026-01-02', 2, 'f', '2026-01-09');
    expect(readFileSync(join(box.data, 'index.json'), 'utf8')).toBe(before);
    const [newest, oldest] = await archive();
    expect(oldest).toMatchObject({ date: '2026-01-01', ...made('2026-01-01', 'a') });
    expect(newest).toMatchObject({ date: '2026-01-02', ...made('2026-01-02') });
    expect(newest).not.toHaveProperty('source');
  });

  test('are replaced with the day, and are absent for a day without a record', async () => {
    await day('2026-01-01', 1, 'a');
    await day('2026-01-01', 2, 'b', '2026-01-05');
    expect(Object.values(readPointer(box.data)!.days)).toEqual([made('2026-01-05', 'b')]);
    const { catalog, snapshot } = readPointer(box.data)!;
    expect((await archive())[0]).toMatchObject(made('2026-01-05', 'b'));
    // An earlier version did not record the time and the code of a day, so the archive lacks both.
    writePointer(box.data, { catalog, snapshot, days: {} });
    const [bare] = await archive();
    for (const fact of ['archived', 'source']) expect(bare).not.toHaveProperty(fact);
  });
});

describe('the commit of the code', () => {
  const git = (folder: string, ...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x.example', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  test('is known if the code is unchanged since the commit', () => {
    const at = join(root, 'package');
    mkdirSync(join(at, 'src'), { recursive: true });
    writeFileSync(join(at, 'src/a.ts'), '1');
    expect(sourceCommit(at)).toBeUndefined();
    git(at, 'init', '-q');
    expect(sourceCommit(at)).toBeUndefined();
    git(at, 'add', '.');
    git(at, 'commit', '-qm', 'one');
    expect(sourceCommit(at)).toBe(git(at, 'rev-parse', 'HEAD'));
    writeFileSync(join(at, 'notes.txt'), 'beside the code');
    expect(sourceCommit(at)).toMatch(/^[0-9a-f]{40}$/);
    writeFileSync(join(at, 'src/b.ts'), 'not committed');
    expect(sourceCommit(at)).toBeUndefined();
    rmSync(join(at, 'src/b.ts'));
    writeFileSync(join(at, 'src/a.ts'), '2');
    expect(sourceCommit(at)).toBeUndefined();
  });
});

test('a damaged day and a missing object of the day before are both named, if HUB_DIST has the damaged day', async () => {
  const box = sandbox();
  const first = await box.day([row('alpha/one'), row('beta/two')], '2026-01-01');
  await box.day([row('beta/two')], '2026-01-02');
  const { catalog } = readPointer(box.data)!;
  const dist = join(box.folder, 'dist');
  const check = () =>
    checkStore({ dist, stores: [box.store.root], catalog, ships: false, purged: new Set() }).then(
      ({ faults }) => faults,
    );
  expect(await check()).toEqual([]);
  const gone = first.models.get('alpha/one')!.address;
  rmSync(box.store.placeOf(gone));
  const place = box.store.placeOf(catalog);
  const bytes = readFileSync(place);
  writeFileSync(place, 'no catalog');
  expect(await check()).toEqual([
    expect.stringContaining(`The object ${catalog} is damaged`),
    `The objects of the day of ${catalog} and of the days before it were not checked.`,
  ]);
  const copy = join(dist, objectPath('catalog', catalog));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, bytes);
  expect(await check()).toEqual([
    expect.stringMatching(`The object ${catalog} is damaged: .* or copy ${copy} there, which is whole.`),
    expect.stringContaining(`The object ${gone} is missing`),
  ]);
});
