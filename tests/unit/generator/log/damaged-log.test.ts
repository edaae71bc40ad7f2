/**
 * Tests that damage in one copy of the log is repaired from the other copy, and that damage in both copies is left
 * as it is.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkLog } from '../../../../generator/log/check-log.ts';
import { checkLogPlaces, witnessLog } from '../../../../generator/log/keep-log.ts';
import { filesIn, readHead } from '../../../../generator/log/log-folder.ts';
import { CheckedTiles } from '../../../../src/log/checked-tiles.ts';
import { startWitness } from '../../../fixtures/witness.ts';
import { LogPlace, loggedPlace, newSigner } from './log-place.ts';
import { someModels } from './made-days.ts';

const models = someModels(700);
const more = { ...models, 'zz/1': 'a' };

/** Changes one byte of a file. */
function flip(path: string, at = 50): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}

/** Throws unless every tile and leaf of both copies matches their checkpoint. */
async function expectWhole({ places }: LogPlace): Promise<void> {
  for (const folder of Object.values(places)) {
    const head = readHead(folder)!;
    const checked = new CheckedTiles([filesIn(folder)], head);
    for (let index = 0; index * 256 < head.size; index++) await checked.leaves(index);
  }
  expect(await checkLog(places)).toEqual({ torn: [], lost: [] });
}

const FILES = ['tile/entries/000', 'tile/0/001', 'tile/1/000.p/2', 'tile/entries/002.p/189', 'tile/0/002.p/189'];

describe.each(['own', 'published'] as const)('one copy is damaged: %s', (which) => {
  test.each(FILES)('the file %s is repaired', async (file) => {
    const place = await loggedPlace(models);
    const other = which === 'own' ? place.places.published : place.places.own;
    const good = readFileSync(join(other, file));
    flip(join(place.places[which], file));
    const { torn, lost } = await checkLog(place.places);
    expect([torn, lost]).toEqual([[`${join(place.places[which], file)} is missing or damaged.`], []]);
    const { notices } = await place.log(more);
    expect(notices.join()).toMatch(
      which === 'own'
        ? /was damaged: 1 file of it made again, out of its leaves/
        : /^The copy of the log in .*dist.log was damaged and has been written again/,
    );
    for (const folder of Object.values(place.places))
      if (existsSync(join(folder, file))) expect(readFileSync(join(folder, file))).toEqual(good);
    await expectWhole(place);
    await place.prove(more);
  });
});

test.each(['tile/entries/000', 'tile/0/001', 'tile/1/000.p/2'])(
  'a damaged file is never copied into a HUB_DIST without a log: %s',
  async (file) => {
    const place = await loggedPlace(models);
    flip(join(place.places.own, file));
    place.lose('published');
    const isLeaf = file.includes('entries');
    if (isLeaf) {
      await expect(place.log(more)).rejects.toThrow(
        /there is only one copy of it.*tile\/entries\/000 of the log is not what its checkpoint stands for\. Nothing was changed\. Put .* back from a backup/,
      );
      expect(existsSync(join(place.places.published, 'checkpoint'))).toBe(false);
      expect(existsSync(join(place.places.published, file))).toBe(false);
      return;
    }
    // Tiles of hashes are not lost, because they can be computed from the leaves.
    const { notices } = await place.log(more);
    expect(notices).toHaveLength(1);
    await expectWhole(place);
  },
);

test('leaves that neither copy has are an error for check and build, and nothing replaces them', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  flip(join(own, 'tile/entries/000'));
  flip(join(published, 'tile/entries/000'), 60);
  const before = Object.values(place.places).map((folder) => readFileSync(join(folder, 'tile/entries/000')));
  const { torn, lost } = await checkLog(place.places);
  expect([torn, lost]).toEqual([
    [],
    [expect.stringMatching(/and its copy in .* lacks the same leaves: tile\/entries/)],
  ]);
  expect(existsSync(join(own, 'torn'))).toBe(false);
  writeFileSync(join(own, 'torn'), '');
  await expect(place.log(models)).rejects.toThrow('and its copy in');
  expect(Object.values(place.places).map((folder) => readFileSync(join(folder, 'tile/entries/000')))).toEqual(before);
});

test('each copy gets from the other the files that it lost', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  for (const file of ['tile/entries/000', 'tile/0/001', 'tile/1/000.p/2']) flip(join(own, file));
  for (const file of ['tile/entries/001', 'tile/0/000']) flip(join(published, file));
  expect((await checkLog(place.places)).lost).toEqual([]);
  await place.log(more);
  await expectWhole(place);
});

test('an older log in HUB_DATA is not overwritten by a damaged newer one', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  const putBack = place.saved('own');
  await place.log({ ...models, ...someModels(900) });
  putBack();
  flip(join(published, 'tile/entries/003.p/134'));
  const before = readFileSync(join(own, 'tile/entries/002.p/189'));
  await expect(place.log(more)).rejects.toThrow('tile/entries/003.p/134 of the log is not what its checkpoint');
  expect(readFileSync(join(own, 'tile/entries/002.p/189'))).toEqual(before);
  expect(readHead(own)!.size).toBe(701);
  // This damaged tile does no harm, because HUB_DATA has an undamaged copy.
  flip(join(published, 'tile/entries/003.p/134'));
  flip(join(published, 'tile/entries/000'));
  await place.log({ ...models, ...someModels(900) });
  await expectWhole(place);
});

test('the log is repaired at the start of a build, before it works for hours, and the notice says so', async () => {
  const place = await loggedPlace(models);
  expect(await checkLogPlaces(place.settings)).toEqual([]);
  flip(join(place.places.own, 'tile/0/002.p/189'));
  expect(await checkLogPlaces(place.settings)).toEqual([
    expect.stringContaining('was damaged: 1 file of it made again'),
  ]);
  expect(await checkLogPlaces(place.settings)).toEqual([]);
  for (const folder of Object.values(place.places)) flip(join(folder, 'tile/entries/000'));
  flip(join(place.places.own, 'tile/0/002.p/189'));
  await expect(checkLogPlaces(place.settings)).rejects.toThrow('Nothing was changed. Put');
});

test('a state made from damaged leaves is refused, because it would contain leaves that were never logged', async () => {
  const place = await loggedPlace(models);
  const { own, published } = place.places;
  rmSync(join(own, 'state-701'));
  flip(join(own, 'tile/entries/000'));
  await place.log(more);
  await place.prove(more);
  rmSync(join(own, 'state-703'));
  flip(join(own, 'tile/entries/000'));
  rmSync(published, { recursive: true });
  mkdirSync(published);
  await expect(place.log(more)).rejects.toThrow('is not what its checkpoint stands for');
});

test('a damaged tile is not taken for a fork, neither by a build that published less before nor by a witness', async () => {
  const signer = newSigner();
  const witness = await startWitness([signer.key]);
  onTestFinished(() => witness.close());
  const place = new LogPlace([signer]);
  place.settings = { ...place.settings, witnesses: [witness] };
  const few = someModels(300);
  await place.log(few);
  const { own } = place.places;
  const putBack = place.saved('published');
  witness.instead = () => ({ status: 503 });
  await place.log(models);
  witness.instead = undefined;
  flip(join(own, 'tile/0/001'));
  const { witnesses, notices } = await witnessLog(place.settings);
  expect([witnesses, notices]).toEqual([
    [{ witness: witness.key.name }],
    [expect.stringContaining('1 file of it made')],
  ]);
  // This is the state after a crash before the log was published.
  putBack();
  flip(join(own, 'tile/0/001'));
  await place.log(more);
  await expectWhole(place);
});
