// What a check finds damaged is made again by the next build, whatever it is, and nothing else is.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sourceFacts } from '../../../generator/build/build-hub.ts';
import { checkTree } from '../../../generator/build/check-tree.ts';
import { tornSpaces } from '../../../generator/build/repair-plan.ts';
import { readTornNote } from '../../../generator/build/torn-note.ts';
import { currentLink, currentTreeId, readStamp } from '../../../generator/build/tree-layout.ts';
import { spacesFile, spacesFolder } from '../../../generator/places.ts';
import { readPointer } from '../../../generator/pointer.ts';
import { buildSpaces } from '../../../generator/spaces/build-spaces.ts';
import { parseAddress } from '../../../src/address.ts';
import { objectPath } from '../../../src/static-tree.ts';
import { buildFrom, importRows, type Places, service } from '../../fixtures/hub.ts';
import type { FixtureRow } from '../../fixtures/rows.ts';
import { treeContents, treeFilesOnDisk } from '../../fixtures/tree-contents.ts';

const root = mkdtempSync(join(tmpdir(), 'model-hub-repair-'));
afterAll(() => rmSync(root, { recursive: true, force: true }), 60_000);

const row = (id: string, edition: number): FixtureRow => ({
  ...{ id, revision: String(edition).repeat(40) },
  files: ['config.json', 'onnx/model.onnx', ...Array.from({ length: 20 }, (_, at) => `shard-${at}.bin`)].map(
    (path, at) => ({
      ...{ path, size: 7 + at },
      sha256: `${at.toString(16).padStart(2, '0')}${String(edition).repeat(62)}`,
    }),
  ),
});

let data: string;
beforeAll(async () => {
  data = join(root, 'data');
  await importRows(data, '2026-01-01', [row('a/one', 1), row('b/two', 1)]);
  const gated = { id: 'g/closed', gated: true } as unknown as FixtureRow;
  await importRows(data, '2026-01-02', [row('a/one', 2), row('b/two', 1), row('b/three', 3), gated]);
});

let dist: string;
let fresh: string[];
const build = async () => {
  const torn = tornSpaces(readTornNote(dist, currentTreeId(dist)));
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist, torn, hub: '' });
  const places: Places = { data, dist };
  await buildFrom(places, readPointer(data)!.catalog, spaces);
};
const check = () => checkTree({ dist, ...sourceFacts(service) }, () => {});
beforeEach(async () => {
  dist = mkdtempSync(join(root, 'dist-'));
  await build();
  fresh = treeContents(currentLink(dist));
});

/** All but the keys of folders that were made again, which stand in two files. */
const withoutKeys = (contents: string[]) => contents.filter((line) => !/^(owners\.tsv|tree\.json) /.test(line));

/** Damages the current tree, and expects that one build after a check mends it for good. */
async function expectMended(damage: (tree: string) => void, named: RegExp): Promise<void> {
  const before = currentTreeId(dist);
  const old = realpathSync(currentLink(dist));
  damage(old);
  const faults = await check();
  expect(faults.join('\n')).toMatch(named);
  await build();
  expect(currentTreeId(dist)).not.toBe(before);
  expect(await check()).toEqual([]);
  expect(withoutKeys(treeContents(currentLink(dist)))).toEqual(withoutKeys(fresh));
  // It is mended once: the next build finds nothing to do.
  const mended = currentTreeId(dist);
  await build();
  expect(currentTreeId(dist)).toBe(mended);
  expect(readStamp(currentLink(dist))?.repairs).toBe(1);
  // Whoever still reads the old tree reads on.
  expect(existsSync(join(old, 'tree.json'))).toBe(true);
}

/** Writes other bytes into the very file, so that every folder that links it is damaged. */
function rot(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size / 2));
  appendFileSync(path, 'rot');
}

describe('a build after a check makes again', () => {
  test.each([
    ['an answer of a model', 'models/a/one/_tree.json'],
    ['the twin of an answer', 'models/a/one/_tree.json.br'],
    ['the refusal of a gated model', 'models/g/closed/_directions.txt'],
    ['a shard of the hashes', 'hashes/001.json'],
    ['the search index', 'search/index.bin'],
    ['the counts beside the search', 'search/facets.json'],
    ['a file of an app', 'spaces/verify/index.html'],
    ['the twin of a file of an app', 'spaces/verify/index.html.gz'],
    ['a document', 'documents/llms.txt'],
    ['the twin of a document', 'documents/openapi.json.br'],
    ['what changed on a day', 'documents/archive/2026-01-02.json'],
    ['a manifest of our own', 'registry/hub/index/_registry.json'],
    ['the pins', 'pins.json'],
    ['the list of owners', 'owners.tsv'],
  ])('%s', async (_, path) => {
    const found = path.startsWith('hashes/') ? `hashes/${readdirSync(join(currentLink(dist), 'hashes'))[0]}` : path;
    await expectMended(
      (tree) => rot(join(tree, found)),
      new RegExp(`${found.replaceAll('.', '\\.')} is missing or differs`),
    );
  });

  test('what is missing, a whole model too', async () => {
    await expectMended((tree) => {
      unlinkSync(join(tree, 'models/a/one/_refs.json'));
      unlinkSync(join(tree, 'models/b'));
      unlinkSync(join(tree, 'documents/archive.json'));
    }, /a\/one\/_refs\.json is missing[\s\S]*b\/three\/_info\.json is missing[\s\S]*documents\/archive\.json is missing/);
  });

  test.each(['model', 'source'] as const)('a %s object, of today or of an older day', async (kind) => {
    await expectMended((tree) => {
      const folder = join(dirname(dirname(tree)), 'objects', kind);
      for (const part of readdirSync(folder))
        for (const name of readdirSync(join(folder, part))) rot(join(folder, part, name));
    }, /The object blake3:[0-9a-f]{64} is damaged/);
  });

  test('the catalog of today, and that of an older day', async () => {
    await expectMended(() => rot(join(dist, objectPath('catalog', readPointer(data)!.catalog))), /is damaged/);
    const { days } = readStamp(currentLink(dist))!;
    rot(join(dist, objectPath('catalog', parseAddress(days[1]!.catalog)!)));
    expect((await check()).join()).toMatch(/is damaged/);
    await build();
    expect(await check()).toEqual([]);
  });
});

test('only what is damaged is written: every other file stays the file it was', async () => {
  const before = treeFilesOnDisk(currentLink(dist));
  rot(join(currentLink(dist), 'models/a/one/_sha256sums.txt'));
  await check();
  await build();
  const after = treeFilesOnDisk(currentLink(dist));
  const written = [...after].filter(([path, file]) => before.get(path) !== file).map(([path]) => path);
  expect(written).toEqual(['models/a/one/_sha256sums.txt', 'owners.tsv', 'tree.json']);
});

test('a build that is not told of damage does nothing, and a check that finds none takes the word back', async () => {
  const tree = currentTreeId(dist);
  const path = join(currentLink(dist), 'models/a/one/_refs.json');
  const whole = readFileSync(path);
  rot(path);
  await build();
  expect(currentTreeId(dist)).toBe(tree);
  expect(await check()).toHaveLength(1);
  writeFileSync(path, whole);
  expect(await check()).toEqual([]);
  await build();
  expect(currentTreeId(dist)).toBe(tree);
});

test('a mended tree is continued like any other', async () => {
  rot(join(currentLink(dist), 'models/b/two/_info.json'));
  await check();
  await build();
  const info = statSync(join(currentLink(dist), 'models/b/two/_info.json')).ino;
  const day = await importRows(data, '2026-01-03', [row('a/one', 4), row('b/two', 1), row('b/three', 3)]);
  await buildFrom({ data, dist }, day);
  expect(await check()).toEqual([]);
  expect(statSync(join(currentLink(dist), 'models/b/two/_info.json')).ino).toBe(info);
});

test('files of somebody else among the links neither end a build nor are they removed', async () => {
  const tree = realpathSync(currentLink(dist));
  const owner = realpathSync(join(tree, 'models/a'));
  const strays = [join(tree, 'models/stray.json'), join(owner, 'stray.json')];
  for (const stray of strays) writeFileSync(stray, '{}');
  rot(join(tree, 'documents/llms.txt'));
  expect(await check()).toHaveLength(1);
  // A build that was cut short left word that there is more to clear, so that every link is read.
  writeFileSync(join(dist, 'building'), '');
  await build();
  expect(await check()).toEqual([]);
  for (const stray of strays) expect(readFileSync(stray, 'utf8')).toBe('{}');
});

test('a current tree whose stamp is torn is read until the next one is whole', async () => {
  const old = currentTreeId(dist);
  const { ino } = statSync(join(currentLink(dist), 'search/index.bin'));
  rot(join(currentLink(dist), 'tree.json'));
  await build();
  expect(currentTreeId(dist)).not.toBe(old);
  expect(statSync(join(dist, 'trees', old!, 'search/index.bin')).ino).toBe(ino);
  expect(await check()).toEqual([]);
});
