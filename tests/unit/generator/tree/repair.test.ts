// Tests that the build after a check makes every damaged part again, and no other part.
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { sourceFacts } from '../../../../generator/hub/build-hub.ts';
import { readTornNote } from '../../../../generator/packs/torn-note.ts';
import { currentName, currentStamp } from '../../../../generator/packs/tree-layout.ts';
import { spacesFile, spacesFolder } from '../../../../generator/process/package-paths.ts';
import { buildSpaces } from '../../../../generator/spaces/build-spaces.ts';
import { checkTree } from '../../../../generator/tree/check/check-tree.ts';
import { tornSpaces } from '../../../../generator/tree/repair-plan.ts';
import { parseAddress } from '../../../../src/nouns/address.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { storedName } from '../../../../src/tree/tree-list.ts';
import { buildFrom, importRows, type Places, service } from '../../../fixtures/hub.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { useMadeOnce } from '../../../fixtures/made-once.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';
import { packFile, packsOnDisk, treeContents } from '../../../fixtures/tree-contents.ts';

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
let dist: string;
let fresh: string[];
const build = async () => {
  const torn = tornSpaces(readTornNote(dist, currentName(dist)));
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist, torn, hub: '' });
  const places: Places = { data, dist };
  await buildFrom(places, readPointer(data)!.catalog, spaces);
};
const check = () => checkTree({ dist, ...sourceFacts(service) }, () => {});
const placesIn = (folder: string) => [join(folder, 'data'), join(folder, 'dist')] as const;
const copied = useMadeOnce(async (folder) => {
  [data, dist] = placesIn(folder);
  await importRows(data, '2026-01-01', [row('a/one', 1), row('b/two', 1)]);
  const gated = { id: 'g/closed', gated: true } as unknown as FixtureRow;
  await importRows(data, '2026-01-02', [row('a/one', 2), row('b/two', 1), row('b/three', 3), gated]);
  await build();
});
beforeEach(async () => {
  [data, dist] = placesIn(await copied());
  fresh = treeContents(dist);
});

/** Damages the current tree, and expects that a check and one build repair it. */
async function expectMended(damage: () => void, named: RegExp): Promise<void> {
  damage();
  expect((await check()).join('\n')).toMatch(named);
  await build();
  expect(await check()).toEqual([]);
  // The repaired files have the same names, because their bytes are the same.
  expect(treeContents(dist)).toEqual(fresh);
  // The next build must find nothing to do.
  const mended = packsOnDisk(dist);
  await build();
  expect(packsOnDisk(dist)).toEqual(mended);
}

/** Damages a file without replacing it: cuts it in half, and appends wrong bytes. */
function rot(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size / 2));
  appendFileSync(path, 'rot');
}

describe('a build after a check makes a damaged part again', () => {
  for (const [what, key, isRepeat] of [
    ['the pack of a model', 'models/a/one', false],
    ['the refusal of a gated model', 'models/g/closed', true],
    ['a pack of hash shards', 'hashes/00', false],
    ['the figures of the search index', 'search-index/figures.bin', true],
    ['a segment of it', 'search-index/00.bin', true],
    ['the first answers of search', 'search', true],
    ['an app', 'spaces/verify', true],
    ['the documents', 'documents', false],
    ['a repository of our own', 'registry/hub/index', true],
    ['the pins', 'build', true],
  ] as const)
    test(what, inAll(isRepeat), async () => {
      await expectMended(
        () => rot(packFile(dist, key)),
        new RegExp(`${key.replaceAll('.', '\\.')}[^ ]* is missing or d`),
      );
    });

  test('such as a damaged part of the list', async () => {
    const shards = currentStamp(dist)!.stamp.list;
    for (const [, shard] of shards)
      await expectMended(() => rot(join(dist, storedName(shard))), /a part of the list|is missing or d/);
  });

  test('such as missing files, also those of a whole model', async () => {
    await expectMended(() => {
      for (const key of ['models/a/one', 'models/b/three', 'documents']) unlinkSync(packFile(dist, key));
    }, /a\/one is missing[\s\S]*b\/three is missing[\s\S]*documents is missing/);
  });

  for (const kind of ['model', 'source'])
    test(`such as a damaged ${kind} object of today or of an older day`, inAll(kind === 'source'), async () => {
      await expectMended(() => {
        const folder = join(dist, 'objects', kind);
        for (const part of readdirSync(folder))
          for (const name of readdirSync(join(folder, part))) rot(join(folder, part, name));
      }, /The object blake3:[0-9a-f]{64} is damaged/);
    });

  test('such as the damaged catalog of today, and of an older day', async () => {
    await expectMended(() => rot(join(dist, objectPath('catalog', readPointer(data)!.catalog))), /is damaged/);
    const { days } = currentStamp(dist)!.stamp;
    rot(join(dist, objectPath('catalog', parseAddress(days[1]!.catalog)!)));
    expect((await check()).join()).toMatch(/is damaged/);
    await build();
    expect(await check()).toEqual([]);
  });
});

test('only the damaged files are written, and every other file stays untouched', async () => {
  const before = packsOnDisk(dist);
  const torn = packFile(dist, 'models/a/one');
  rot(torn);
  await check();
  await build();
  const after = packsOnDisk(dist);
  const written = [...after].filter(([name, file]) => before.get(name) !== file).map(([name]) => join(dist, name));
  expect(written).toEqual([torn]);
});

test('a build without a note of damage does nothing, and a check without findings removes the note', async () => {
  const path = packFile(dist, 'models/a/one');
  const whole = readFileSync(path);
  rot(path);
  const torn = packsOnDisk(dist);
  await build();
  expect(packsOnDisk(dist)).toEqual(torn);
  expect(await check()).toHaveLength(1);
  writeFileSync(path, whole);
  expect(await check()).toEqual([]);
  const word = packsOnDisk(dist);
  await build();
  expect(packsOnDisk(dist)).toEqual(word);
});

test('a repaired tree is updated like any other tree', async () => {
  rot(packFile(dist, 'models/b/two'));
  await check();
  await build();
  const mended = packFile(dist, 'models/b/two');
  const day = await importRows(data, '2026-01-03', [row('a/one', 4), row('b/two', 1), row('b/three', 3)]);
  await buildFrom({ data, dist }, day);
  expect(await check()).toEqual([]);
  expect(packFile(dist, 'models/b/two')).toBe(mended);
});

test('a current tree with a damaged stamp is made again from nothing', async () => {
  rot(join(dist, storedName(currentName(dist)!)));
  await build();
  expect(treeContents(dist)).toEqual(fresh);
  expect(await check()).toEqual([]);
});
