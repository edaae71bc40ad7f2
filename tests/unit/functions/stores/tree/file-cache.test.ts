// Tests local copies of remote files: their total size stays within a limit, each copy is whole or absent, and the
// least recently used copy is removed first.
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FileCache } from '../../../../../functions/stores/tree/file-cache.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';

let folder: string;
let faults: string[];
beforeEach(() => {
  folder = join(folderOfTest(), 'cache');
  faults = [];
});

const open = (most = 2 ** 20) => new FileCache({ folder, most, onFault: (sentence) => void faults.push(sentence) });
const key = (name: string | number) => sha256Hex(String(name));
const pathOf = (name: string | number) => join(folder, key(name).slice(0, 2), key(name).slice(2));
const bytes = (length: number) => Buffer.alloc(length, 7);
const kept = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /^..\/.{62}$/.test(path));
/** Makes the last use of a kept file look `minutes` minutes old. */
const age = (name: string | number, minutes: number) => {
  const time = Date.now() / 1000 - 60 * minutes;
  utimesSync(pathOf(name), time, time);
};

test.each([0, 1, 100_000])('%i bytes are read as they were kept, also by the next process', async (length) => {
  await open().put(key('a'), bytes(length));
  expect(open().read(key('a'))).toEqual(bytes(length));
  expect(open().read(key('b'))).toBeUndefined();
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});

test.each([
  ['another byte', (whole: Buffer) => whole.fill(1, 3, 4)],
  ['no end', (whole: Buffer) => whole.subarray(0, 40)],
  ['nothing', () => Buffer.alloc(0)],
  ['zeros', (whole: Buffer) => Buffer.alloc(whole.length)],
])('a file with %s counts as absent, and is removed', async (_, damage) => {
  const cache = open();
  await cache.put(key('a'), bytes(100));
  writeFileSync(pathOf('a'), damage(readFileSync(pathOf('a'))));
  expect(cache.read(key('a'))).toBeUndefined();
  expect(kept()).toEqual([]);
});

test('above the limit, the least recently used file is removed, except files that a start needs', async () => {
  // Each of the ten files takes two blocks of 4,096 bytes.
  const cache = open(10 * 8192);
  for (let at = 0; at < 10; at++) {
    await cache.put(key(at), bytes(8000));
    age(at, 100 - at);
  }
  cache.need([key(0)]);
  // Reading a file sets the time of its last use.
  expect(cache.read(key(1))).toHaveLength(8000);
  expect(Date.now() - statSync(pathOf(1)).mtimeMs).toBeLessThan(60_000);
  await cache.put(key('new'), bytes(8000));
  await expect.poll(() => kept()).toHaveLength(9);
  for (const gone of [2, 3]) expect(cache.read(key(gone))).toBeUndefined();
  for (const left of [0, 1, 4, 9, 'new']) expect(cache.read(key(left))).toHaveLength(8000);
});

test('a process removes files above its limit at the start, and also the temporary files of a killed process', async () => {
  const before = open();
  for (let at = 0; at < 10; at++) await before.put(key(at), bytes(8000));
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  writeFileSync(join(folder, 'tmp', '1-old-1'), bytes(5000));
  utimesSync(join(folder, 'tmp', '1-old-1'), 1, 1);
  await open(4 * 8192).put(key('new'), bytes(100));
  await expect.poll(() => kept().length).toBeLessThanOrEqual(4);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});

test('a folder that can’t be written gets one notice, and nothing else fails', async () => {
  writeFileSync(folder, 'a file');
  const cache = open();
  await cache.put(key('a'), bytes(10));
  await cache.put(key('b'), bytes(10));
  expect(cache.read(key('a'))).toBeUndefined();
  expect(faults).toEqual([expect.stringMatching(/cache keeps nothing: E/)]);
});
