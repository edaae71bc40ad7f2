/**
 * Tests how a build keeps the log: it appends changes, updates the public copy, and takes back nothing that was
 * published.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHead } from '../../../../generator/log/log-folder.ts';
import { textOfBytes } from '../../../../src/basics/bytes.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { parseLeaf } from '../../../../src/log/leaves.ts';
import { readBundle } from '../../../../src/log/log-proofs.ts';
import { verifyNote } from '../../../../src/log/note.ts';
import { newestDay } from '../../../../src/log/proof/make-proof.ts';
import { tileAt } from '../../../../src/log/tiles.ts';
import { LogPlace, loggedPlace, newSigner } from './log-place.ts';
import { DAY_MS, someModels } from './made-days.ts';

const models = someModels(300);
const ids = Object.keys(models);

describe('the leaves of a build', () => {
  test('are one for each changed model, in the order of ids, and one for the day', async () => {
    const place = new LogPlace();
    expect(await place.log(models)).toMatchObject({ size: 301, appended: 301, isSigned: true });
    await place.prove(models);
    const changed = { ...models, [ids[3]!]: 'b', 'zz/new': 'a' };
    delete changed[ids[9]!];
    expect(await place.log(changed)).toMatchObject({ size: 304, appended: 3 });
    await place.prove(changed);
    await expect(place.prove({ [ids[9]!]: 'a' })).rejects.toThrow(`${ids[9]} is not in the day`);
  });

  test('include one for a day without changes, but none for the same day before half of its lifetime', async () => {
    const place = new LogPlace();
    const { expires } = await place.log(models);
    expect(expires).toBe('2026-11-27T00:00:00Z');
    place.now += 3 * DAY_MS;
    expect(await place.log(models)).toMatchObject({ appended: 0, expires });
    place.now += DAY_MS;
    expect(await place.log(models)).toMatchObject({ appended: 1, expires: '2026-12-01T00:00:00Z' });
    expect(await place.log(models, { day: '2026-11-21' })).toMatchObject({ appended: 1 });
    expect(await place.log(models, { day: '2026-11-21', tree: 'b'.repeat(64) })).toMatchObject({ appended: 1 });
    await place.prove(models);
    expect(place.published).toHaveLength(4);
  });

  test('include one for each withdrawal and one when it is lifted, and none of them twice', async () => {
    const place = await loggedPlace(models);
    const { [ids[5]!]: _, ...fewer } = models;
    const one = { model: ids[5]!, status: 451, reason: 'a court order', day: '2026-11-19' } as const;
    expect(await place.log(fewer, { withdrawn: [one] })).toMatchObject({ appended: 2 });
    expect(await place.log(fewer, { withdrawn: [one] })).toMatchObject({ appended: 0 });
    const leafAt = async (index: number, size: number) => {
      const bundle = await readBundle(place.files, tileAt('entries', index, size));
      return parseLeaf(textOfBytes(bundle[index % 256]!));
    };
    const said = {
      format: 'hub.model-hub.logged-withdrawal/v1',
      model: ids[5],
      reason: sha256Hex('a court order'),
      status: 451,
    };
    const leaf = await leafAt(301, 303);
    expect(leaf).toEqual({ ...said, lifted: false, since: '2026-11-19', until: null });
    expect(await place.log(models)).toMatchObject({ appended: 3 });
    const lifted = await leafAt(304, 306);
    expect(lifted).toEqual({ ...said, lifted: true, since: '2026-11-20', until: null });
    await place.prove(models);
  });
});

describe('the public copy', () => {
  test('has the partial tiles of every checkpoint until the tile is complete, and the indexes of two checkpoints', async () => {
    const place = new LogPlace();
    const few = someModels(3);
    await place.log(few);
    await place.log({ ...few, 'zz/1': 'a' });
    const { own, published } = place.places;
    const parts = (folder: string, level: string) => readdirSync(join(folder, `tile/${level}/000.p`)).sort();
    for (const copy of [own, published])
      for (const level of ['0', 'entries']) expect(parts(copy, level)).toEqual(['4', '6']);
    const indexes = () => readdirSync(join(published, 'models')).sort();
    expect(indexes()).toEqual(['4', '6']);
    place.now += DAY_MS;
    await place.log({ ...few, 'zz/1': 'a', 'zz/2': 'a' });
    expect(indexes()).toEqual(['6', '8']);
    await place.log({ ...someModels(400), 'zz/1': 'a' });
    for (const folder of [own, published]) {
      expect(existsSync(join(folder, 'tile/0/000.p'))).toBe(false);
      expect(existsSync(join(folder, 'tile/entries/000.p'))).toBe(false);
    }
    await place.prove({ ...someModels(400), 'zz/1': 'a' });
  });
});

describe('the keys of a log', () => {
  const signed = (place: LogPlace) => {
    const { note } = readHead(place.places.published)!;
    return verifyNote(
      note,
      place.settings.signers.map(({ key }) => key),
    ).verified.length;
  };

  test('may be several while one replaces the other', async () => {
    const [old, fresh] = [newSigner(), newSigner()];
    const place = await loggedPlace(models, [old]);
    place.settings = { ...place.settings, signers: [old, fresh] };
    expect(await place.log(models)).toMatchObject({ appended: 0 });
    expect(signed(place)).toBe(2);
    place.settings = { ...place.settings, signers: [fresh] };
    await place.log({ ...models, 'zz/1': 'a' });
    expect(signed(place)).toBe(1);
    await place.prove({ ...models, 'zz/1': 'a' });
  });

  test('get one notice if an old key is removed and the new key never signed beside it', async () => {
    const [old, fresh] = [newSigner(), newSigner()];
    const place = new LogPlace([old]);
    expect((await place.log(models)).notices).toEqual([]);
    place.settings = { ...place.settings, signers: [fresh] };
    const idOf = ({ key }: typeof old) => `${key.name}+${key.id}`;
    const { notices } = await place.log(models);
    expect(notices).toEqual([expect.stringContaining(`${idOf(old)} signed the log until now and no longer does`)]);
    expect(notices[0]).toContain(
      `put the line of the old one above that of ${idOf(fresh)} in HUB_SIGNING_KEY and build`,
    );
    expect((await place.log({ ...models, 'zz/1': 'a' })).notices).toEqual([]);
    place.settings = { ...place.settings, signers: [fresh, old] };
    expect((await place.log(models)).notices).toEqual([]);
    place.settings = { ...place.settings, signers: [old] };
    expect((await place.log(models)).notices).toEqual([]);
  });

  test('can’t change the name of a signed log, nor leave the log unsigned', async () => {
    const place = await loggedPlace(models);
    const { settings } = place;
    place.settings = { ...settings, signers: [newSigner('other.example/log')], origin: 'other.example/log' };
    await expect(place.log(models)).rejects.toThrow('The log is hub.example/log, but HUB_SIGNING_KEY is for other');
    place.settings = { ...settings, signers: [] };
    await expect(place.log(models)).rejects.toThrow('is signed, and HUB_SIGNING_KEY is not set');
  });
});

describe('if one of the two copies is lost', () => {
  const more = { ...models, 'zz/1': 'a' };

  test.each(['own', 'published'] as const)('it is made again, and nothing is logged twice: %s', async (copy) => {
    const place = await loggedPlace(models);
    place.lose(copy);
    expect(await place.log(more)).toMatchObject({ size: 303, appended: 2 });
    await place.prove(more);
  });

  test('everything published since an old backup of HUB_DATA is used', async () => {
    const place = await loggedPlace(models);
    const putBack = place.saved('own');
    await place.log(more);
    putBack();
    const most = { ...more, 'zz/2': 'a' };
    expect(await place.log(most)).toMatchObject({ appended: 2, size: 305 });
    await place.prove(most);
  });

  test('two copies that fork are refused, and so is a damaged public copy', async () => {
    const [place, other] = [new LogPlace(), new LogPlace()];
    other.settings = { ...other.settings, signers: place.settings.signers };
    await place.log(models);
    await other.log(someModels(310, 'b'));
    cpSync(other.places.own, place.places.own, { recursive: true });
    await expect(place.log(models)).rejects.toThrow('fork: keep what others have seen. Usually that is the published');
    place.lose('own');
    const bundle = join(place.places.published, 'tile/entries/000');
    writeFileSync(bundle, readFileSync(bundle).fill(1, 100, 110));
    await expect(place.log(models)).rejects.toThrow(
      'tile/entries/000 of the log is not what its checkpoint stands for. Nothing was changed.',
    );
    expect(existsSync(join(place.places.own, 'checkpoint'))).toBe(false);
  });
});

test('a backup whose partial tiles have been completed since is still a log', async () => {
  const place = new LogPlace();
  const few = someModels(3);
  await place.log(few);
  const { own, published } = place.places;
  const head = readFileSync(join(own, 'checkpoint'));
  await place.log(models);
  // The checkpoint is older than the other files of the backup, because a day was logged during the backup.
  writeFileSync(join(own, 'checkpoint'), head);
  rmSync(published, { recursive: true });
  place.published.pop();
  expect(await place.log(few)).toMatchObject({ appended: 0, size: 4 });
  await place.prove(few);
  await place.log(models);
  await place.prove(models);
});

test('an append that was cut short is repeated, whatever it had written', async () => {
  const place = await loggedPlace(models);
  const { own } = place.places;
  const head = readFileSync(join(own, 'checkpoint'));
  cpSync(own, join(place.folder, 'before'), { recursive: true });
  await place.log({ ...models, ...someModels(600, 'b') });
  // In this state, only the checkpoint is missing, and nothing new is published.
  place.lose('published');
  writeFileSync(join(own, 'checkpoint'), head);
  for (const name of ['tile/0/001.p', 'tile/entries/001.p', 'tile/1/000.p'])
    cpSync(join(place.folder, 'before', name), join(own, name), { recursive: true });
  place.published.pop();
  const other = { ...models, 'zz/1': 'c' };
  expect(await place.log(other)).toMatchObject({ appended: 2, size: 303 });
  await place.prove(other);
  expect(readdirSync(own).filter((name) => name.startsWith('state'))).toEqual(['state']);
  expect((await newestDay(place.files))!.size).toBe(303);
});
