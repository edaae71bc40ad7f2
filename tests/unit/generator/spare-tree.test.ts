// A tree that takes over the links of the one before the last is the tree that a build from nothing makes.
import { lutimesSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BuildReport } from '../../../generator/build/build-settings.ts';
import { buildTree } from '../../../generator/build/build-tree.ts';
import { checkTree } from '../../../generator/build/check-tree.ts';
import { currentLink } from '../../../generator/build/tree-layout.ts';
import { writeCatalog } from './write-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-hub-spare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const facts = { sourceOrder: ['srca'], origin: 'https://origin.example' };
const ids = (owners: string, names: string) =>
  [...owners].flatMap((owner) => [...names].map((name) => `${owner}/${name}`)).sort();

/** Each day another set of ids, or the same with other files. */
const days: [ids: string[], seed: string][] = [
  [ids('abc', 'xyz'), '1'],
  [ids('abcd', 'xyz'), '1'],
  [ids('abd', 'wxy'), '1'],
  [ids('abd', 'wxy'), '2'],
  [ids('acd', 'xyz'), '1'],
  [ids('abc', 'xyz'), '1'],
];

async function build(dist: string, [models, seed]: [string[], string]): Promise<BuildReport> {
  const { catalog } = await writeCatalog(join(folder, 'store'), models, seed);
  return buildTree({ dist, stores: [join(folder, 'store')], catalog, baseUrl: 'http://h', threads: 1, ...facts });
}

/** As if the current tree had been current for an hour: no server reads an older one. */
function grow(dist: string): void {
  const time = Date.now() / 1000 - 3600;
  lutimesSync(currentLink(dist), time, time);
}

/** Every file of the current tree with its text. */
function contents(dist: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string) => {
    for (const name of readdirSync(join(currentLink(dist), path))) {
      const child = join(path, name);
      const isFolder = statSync(join(currentLink(dist), child)).isDirectory();
      if (isFolder && child !== 'objects') walk(child);
      else if (!isFolder && name !== 'superseded.txt')
        found[child] = readFileSync(join(currentLink(dist), child), 'latin1');
    }
  };
  walk('');
  return found;
}

const modelsFolder = (dist: string) => statSync(join(currentLink(dist), 'models')).ino;

test('links taken over and patched make the same tree, day after day', async () => {
  const dist = join(folder, 'dist');
  const seen: number[] = [];
  for (const [at, day] of days.entries()) {
    await build(dist, day);
    const fresh = join(folder, `fresh-${at}`);
    await build(fresh, day);
    expect(contents(dist)).toEqual(contents(fresh));
    expect(await checkTree({ dist, ...facts }, () => {})).toEqual([]);
    expect(readdirSync(join(dist, 'trees')).length).toBe(Math.min(at + 1, 2));
    seen.push(modelsFolder(dist));
    grow(dist);
  }
  expect(seen[2]).toBe(seen[0]);
  expect(seen[3]).toBe(seen[1]);
  expect(seen[4]).toBe(seen[0]);
}, 120_000);

test('nothing is left on the shelf or among the owners that no tree uses', async () => {
  const dist = join(folder, 'dist');
  await build(dist, [ids('a', 'x'), '3']);
  grow(dist);
  await build(dist, [ids('a', 'xy'), '3']);
  grow(dist);
  await build(dist, [ids('a', 'xyz'), '3']);
  expect(readdirSync(join(dist, 'owners/a')).length).toBe(2);
  expect(readdirSync(join(dist, 'shelf/a/x')).length).toBe(1);
  expect(readdirSync(join(dist, 'shelf')).flatMap((owner) => readdirSync(join(dist, 'shelf', owner)))).toContain('z');
}, 60_000);

test('a tree that a server may still be reading is not taken', async () => {
  const dist = join(folder, 'young');
  await build(dist, days[0]!);
  const first = modelsFolder(dist);
  await build(dist, days[1]!);
  await build(dist, days[2]!);
  expect(modelsFolder(dist)).not.toBe(first);
  expect(await checkTree({ dist, ...facts }, () => {})).toEqual([]);
}, 60_000);

test('going back to the catalog of the spare tree itself makes that tree again', async () => {
  const dist = join(folder, 'back');
  await build(dist, days[0]!);
  const first = contents(dist);
  await build(dist, days[1]!);
  grow(dist);
  await build(dist, days[0]!);
  expect(contents(dist)).toEqual(first);
  expect(await checkTree({ dist, ...facts }, () => {})).toEqual([]);
}, 60_000);
