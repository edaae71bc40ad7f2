// Tests published objects on disk: they are whole or absent, every process that opens the folder sees them, and a
// damaged object is never served.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ObjectsPort } from '../../../../../functions/ports/ports.ts';
import { openObjectFolder } from '../../../../../functions/stores/objects/object-store.ts';
import { blake3Hex } from '../../../../../generator/process/blake3.ts';
import { type Address, addressFromHex, hexOfAddress } from '../../../../../src/nouns/address.ts';
import { StoreAway } from '../../../../../src/tree/store.ts';
import { needs, posixMissing } from '../../../../fixtures/needs.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';
import { bytesOf, pattern, told } from '../../../../fixtures/published-objects.ts';

let folder: string;
let sentences: string[];
beforeEach(() => {
  folder = join(folderOfTest(), 'published');
  sentences = [];
});

function open(now?: () => number): ObjectsPort {
  return openObjectFolder(folder, { onDamage: (sentence) => void sentences.push(sentence), ...(now ? { now } : {}) });
}

const pathOf = (id: Address) => join(folder, hexOfAddress(id).slice(0, 2), hexOfAddress(id).slice(2));

test('a damaged object is no longer listed if its metadata can’t be read', async () => {
  const store = open();
  const { id } = await store.publish(pattern(100), told);
  const { id: whole } = await store.publish(pattern(101), told);
  writeFileSync(pathOf(id), 'not an object');
  expect((await open().list(10, undefined)).map((one) => one.id)).toEqual([whole]);
  expect(sentences).toHaveLength(1);
});

test('objects that an older release has kept without a list are listed', async () => {
  const all = [await open(() => 1).publish(pattern(10), told), await open(() => 2).publish(pattern(11), told)];
  rmSync(join(folder, 'list'), { recursive: true });
  expect(await open().list(10, undefined)).toEqual(all.reverse());
  expect(await open().list(1, all[0])).toEqual([all[1]]);
});

describe('the path of an object with something else', needs(posixMissing), () => {
  const bytes = pattern(5000);
  const id = addressFromHex(blake3Hex(bytes));
  /**
   * For each kind of entry, a function that puts it at `path`. `whole` is a copy of the object's own file at
   * another path.
   */
  const kinds: Record<string, (path: string, whole: string) => unknown> = {
    'a folder': (path) => mkdirSync(path),
    'a FIFO': (path) => execFileSync('mkfifo', [path]),
    'a socket': async (path) => {
      // The path of a socket may have only about a hundred bytes, so the socket is made at a short path and moved.
      const near = join(folder, 's');
      const server = createServer().listen(near);
      await once(server, 'listening');
      execFileSync('mv', [near, path]);
      onTestFinished(() => void server.close());
    },
    'a link': (path, whole) => symlinkSync(whole, path),
    'a link, round in a circle': (path) => symlinkSync(path, path),
  };
  // Root can read every file, so this kind is tested only with another user.
  if (process.getuid?.() !== 0)
    kinds['a file that this user may not read'] = (path, whole) => {
      copyFileSync(whole, path);
      chmodSync(path, 0);
    };

  test.each(Object.keys(kinds))(
    '%s gets one notice, is not served, is not listed, and stays where it is',
    async (name) => {
      await open().publish(bytes, told);
      const whole = join(folder, '../elsewhere');
      const path = pathOf(id);
      copyFileSync(path, whole);
      rmSync(path);
      await kinds[name]!(path, whole);
      const { ino } = lstatSync(path);
      const store = open();
      const { id: other } = await store.publish(pattern(10), told);
      for (let round = 0; round < 2; round++) {
        expect(await store.read(id)).toBeUndefined();
        expect((await store.list(10, undefined)).map((one) => one.id)).toEqual([other]);
      }
      const kind = name.startsWith('a file') ? name : 'no plain file';
      expect(sentences).toEqual([`Among the published objects, ${path} is ${kind}: it is not served. Move it away.`]);
      await expect(store.publish(bytes, told)).rejects.toThrow(`${path} is ${kind}`);
      await expect(store.publish(bytes, told)).rejects.toThrow(StoreAway);
      expect(lstatSync(path).ino).toBe(ino);
      rmSync(path, { recursive: true });
      await store.publish(bytes, told);
      expect((await bytesOf((await store.read(id))!)).equals(bytes)).toBe(true);
      expect((await store.list(10, undefined)).map((one) => one.id).sort()).toEqual([id, other].sort());
    },
  );

  test.each<[string, (path: string) => void]>([
    ['a file', (path) => writeFileSync(path, '')],
    ['a link that leads nowhere', (path) => symlinkSync('/nowhere/at/all', path)],
  ])('%s in place of a folder of objects leaves all other folders readable', async (_, put) => {
    const { id: other } = await open().publish(pattern(10), told);
    const shard = join(folder, hexOfAddress(id).slice(0, 2));
    rmSync(shard, { recursive: true, force: true });
    put(shard);
    const store = open();
    expect(await store.read(id)).toBeUndefined();
    expect((await store.list(10, undefined)).map((one) => one.id)).toEqual([other]);
    expect(sentences.join()).toContain(shard);
    await expect(store.publish(bytes, told)).rejects.toThrow(shard);
  });
});

test('old temporary files of a killed process are removed; new files may be in use', async () => {
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  for (const name of ['old', 'fresh']) writeFileSync(join(folder, 'tmp', name), 'half an obj');
  utimesSync(join(folder, 'tmp/old'), new Date(), new Date(Date.now() - 3_600_000));
  await open().publish(pattern(10), told);
  expect(readdirSync(join(folder, 'tmp'))).toEqual(['fresh']);
});

test('a folder that disappears gets one notice, and neither a list nor a read looks like an empty store', async () => {
  const { id } = await open().publish(pattern(10), told);
  const store = open();
  renameSync(folder, `${folder}-moved`);
  await expect(store.list(10, undefined)).rejects.toThrow(StoreAway);
  await expect(store.read(id)).rejects.toThrow(StoreAway);
  expect(await store.answers()).toBe(false);
  expect(sentences).toEqual([`No object can be read: ${folder} is away, or this user may not read it; put it back.`]);
  renameSync(`${folder}-moved`, folder);
  expect(await store.list(10, undefined)).toHaveLength(1);
  expect((await store.read(id))?.metadata.id).toBe(id);
  expect(await store.read(addressFromHex('0'.repeat(64)))).toBeUndefined();
  // Another failure gets another notice.
  renameSync(folder, `${folder}-moved`);
  await expect(store.list(10, undefined)).rejects.toThrow(StoreAway);
  expect(sentences).toHaveLength(2);
});

test('the store does not make its folder again, because the folder’s disk may not be mounted', async () => {
  const store = open();
  await store.publish(pattern(10), told);
  renameSync(folder, `${folder}-moved`);
  for (let time = 0; time < 3; time++) await expect(store.publish(pattern(11), told)).rejects.toThrow(/ENOENT/);
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}-moved`, folder);
  await store.publish(pattern(11), told);
  expect(await store.list(10, undefined)).toHaveLength(2);
});
