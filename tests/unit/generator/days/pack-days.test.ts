/** Tests that the catalogs of earlier days take little space, and are read whole under their address. */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKED } from '../../../../functions/stores/bytes/packed-file.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { catalogBytes, dayIn } from '../../../../generator/days/catalog-reader.ts';
import { filesBelow } from '../../../../generator/files/own-folder.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { buildFrom } from '../../../fixtures/hub.ts';
import { readDay, row, type Sandbox, sandbox } from '../import/sandbox.ts';

const MODELS = 1000;
const DAYS = 5;

/** True for one model in fifty on each day, which has a new revision then. */
const changesOn = (at: number, day: number) => at % 50 === day;

/** Imports a day on which the figures of all models are new, and one model in fifty is. Each has twelve files. */
async function importDay(box: Sandbox, day: number): Promise<{ catalog: Address; text: Buffer }> {
  const rows = Array.from({ length: MODELS }, (_, at) => {
    const state = at % 50 <= day ? 'new' : '';
    const files = Array.from({ length: 12 }, (_, file) => ({
      path: `folder/file-${file}.bin`,
      size: 7,
      sha256: sha256Hex(`${at} ${file} ${state}`),
    }));
    return row(`owner${at % 7}/model-${at}`, state, {
      files,
      downloads: at * day,
      likes: day,
      trendingScore: at - day,
    });
  });
  const { catalog } = await box.day(rows, `2026-01-${String(day).padStart(2, '0')}`);
  return { catalog: catalog.address, text: readFileSync(catalog.path) };
}

const sum = (files: readonly string[]) => files.reduce((total, file) => total + statSync(file).size, 0);
const sizeOf = (box: Sandbox) => sum(filesBelow(box.store.root));

test('a day adds at most three times the bytes of its changed objects, and every day is read as it was', async () => {
  const box = sandbox();
  const days: { catalog: Address; text: Buffer }[] = [];
  let [before, objects] = [0, 0];
  for (let day = 1; day <= DAYS; day++) {
    days.push(await importDay(box, day));
    if (day === 2) before = sizeOf(box);
    if (day <= 2) continue;
    const found = await readDay(box.store, days.at(-1)!.catalog);
    for (const [id, { address, sourceAddresses }] of found.models)
      if (changesOn(Number(id.split('-')[1]), day))
        for (const one of [address, ...sourceAddresses]) objects += statSync(box.store.pathOf(one)).size;
  }
  expect(sizeOf(box) - before).toBeLessThan(3 * objects);
  for (const { catalog, text } of days) {
    const day = await dayIn(box.store, catalog);
    expect(day.size).toBe(text.length);
    expect(Buffer.concat([...catalogBytes(day)]).equals(text)).toBe(true);
    expect(day.path.endsWith(PACKED)).toBe(catalog !== days.at(-1)!.catalog);
  }
});

test('a day adds at most three times the bytes of its changed objects to HUB_DIST, which serves every day whole', async () => {
  const box = sandbox();
  const places = { data: box.data, dist: join(box.folder, 'dist') };
  const objects = () => filesBelow(join(places.dist, 'objects'));
  const days: { catalog: Address; text: Buffer }[] = [];
  let [before, changed] = [0, 0];
  for (let day = 1; day <= 3; day++) {
    const known = objects();
    before = sum(known);
    days.push(await importDay(box, day));
    await buildFrom(places, days.at(-1)!.catalog);
    changed = sum(objects().filter((file) => !file.includes('/catalog/') && !known.includes(file)));
  }
  // The newest day is whole, before and after.
  expect(sum(objects()) - before).toBeLessThan(3 * changed);
  const tree = openTree(places.dist);
  for (const { catalog, text } of days) {
    const path = objectPath('catalog', catalog);
    expect(existsSync(join(places.dist, path + PACKED))).toBe(catalog !== days.at(-1)!.catalog);
    expect(tree.bytes.size(path)).toBe(text.length);
    expect(Buffer.from((await (await tree.read(path))!.body()) as Uint8Array).equals(text)).toBe(true);
    expect(tree.bytes.range(path, 200_000, 300_000)).toEqual(text.subarray(200_000, 300_000));
  }
}, 300_000);

test('a day that was opened before it was packed is read on', async () => {
  const box = sandbox();
  const { catalog, text } = await importDay(box, 1);
  const day = await dayIn(box.store, catalog);
  await importDay(box, 2);
  expect(existsSync(day.path)).toBe(false);
  expect(Buffer.concat([...catalogBytes(day)]).equals(text)).toBe(true);
});

test.each(['damaged', 'without its key file'])('a packed day that is %s names its file', async (what) => {
  const box = sandbox();
  const first = await importDay(box, 1);
  const second = await importDay(box, 2);
  await importDay(box, 3);
  const path = box.store.pathOf(second.catalog);
  if (what === 'damaged') writeFileSync(path, readFileSync(path).fill(7, 20, 40));
  else rmSync(box.store.pathOf(first.catalog));
  await expect(dayIn(box.store, second.catalog)).rejects.toThrow(`The object ${second.catalog} is damaged: ${path} is`);
});
