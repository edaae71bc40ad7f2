// Tests days in a folder: a mirror of the folder, without a network, gets exactly the written days.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { notePurged, readPurged } from '../../../../generator/days/purged.ts';
import { folderOrigin } from '../../../../generator/mirror/object-origin.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { readDay, row } from '../import/sandbox.ts';
import { importDay, mirror, originOf, storeIn, writeDays } from './origins.ts';

/** Makes a hub of two days. */
async function twoDays(): Promise<string> {
  const data = folderOfTest();
  await importDay(data, '2026-01-01', row('a/one'));
  await importDay(data, '2026-01-02', row('a/one', 'new'), row('b/two'));
  return data;
}

async function take(from: string, here = folderOfTest()): Promise<string> {
  await mirror(here, folderOrigin(from, 2 ** 30));
  return here;
}

/** Returns the path of the newest object of b/two. */
function ofTwo(data: string): string {
  const store = storeIn(data);
  const { models } = JSON.parse(store.get(readPointer(data)!.catalog)) as { models: Record<string, { model: never }> };
  return store.pathOf(models['b/two']!.model);
}

const filesIn = (at: string) =>
  (readdirSync(at, { recursive: true, withFileTypes: true }) as { name: string; isFile(): boolean }[])
    .filter((one) => one.isFile())
    .map(({ name }) => name);

test('a written folder is mirrored, and written again it gets only what is new', async () => {
  const [data, to] = [await twoDays(), join(folderOfTest(), 'new/days')];
  expect(await writeDays(data, to)).toMatchObject({ folder: to, days: 2, objects: 8 });
  const here = await take(to);
  expect([readPointer(here), readPointer(to)]).toEqual([readPointer(data), readPointer(data)]);
  expect(await writeDays(here, to)).toMatchObject({ days: 0, objects: 0, bytes: 0 });
  await importDay(data, '2026-01-03', row('a/one', 'new'), row('b/two', 'x'));
  expect(await writeDays(data, to)).toMatchObject({ days: 1, objects: 3 });
  await take(to, here);
  expect(readPointer(here)).toEqual(readPointer(data));
  expect(readdirSync(to).sort()).toEqual(['index.json', 'objects']);
});

test('a run that was killed before the pointer is finished by the next, which mends torn objects', async () => {
  const [data, to] = [await twoDays(), folderOfTest()];
  await writeDays(data, to);
  rmSync(join(to, 'index.json'));
  const [torn] = filesIn(join(to, 'objects'));
  const address = `blake3:${readdirSync(join(to, 'objects')).find((two) => filesIn(join(to, 'objects', two)).includes(torn!))}${torn}`;
  writeFileSync(storeIn(to).pathOf(address as never), 'half');
  await writeDays(data, to);
  expect(readPointer(await take(to))).toEqual(readPointer(data));
});

test('days that "prune --days" removed here are missing in the folder and in its mirror, and both go on', async () => {
  const [data, to] = [await twoDays(), folderOfTest()];
  await importDay(data, '2026-01-03', row('a/one', 'new'), row('b/two'));
  const { catalog } = readPointer(data)!;
  const second = (await readDay(storeIn(data), catalog)).prev!;
  const first = (await readDay(storeIn(data), second)).prev!;
  storeIn(data).remove(first);
  notePurged(data, { days: [first] });
  expect(await writeDays(data, to)).toMatchObject({ days: 2, objects: 6 });
  const here = await take(to);
  const there = folderOfTest();
  await mirror(there, await originOf(data));
  await importDay(data, '2026-01-04', row('b/two', 'x'));
  expect(await writeDays(data, to)).toMatchObject({ days: 1 });
  await take(to, here);
  await mirror(there, await originOf(data));
  for (const mirrored of [to, here, there]) {
    expect(readPointer(mirrored)!.catalog).toBe(readPointer(data)!.catalog);
    expect(readPurged(mirrored)).toEqual(new Set([first]));
  }
});

test('writing is refused to a folder with anything else, and to a file', async () => {
  const [data, to] = [await twoDays(), folderOfTest()];
  mkdirSync(join(to, 'photos'));
  await expect(writeDays(data, to)).rejects.toThrow(`${to} is no folder of days alone (photos)`);
  writeFileSync(join(to, 'photos/x'), '');
  await expect(writeDays(data, join(to, 'photos/x'))).rejects.toThrow('is no folder of days alone');
  expect(readdirSync(to)).toEqual(['photos']);
});

describe('mirroring a folder is refused', () => {
  test.each<[string, (path: string) => void, RegExp]>([
    ['no', (path) => rmSync(path), /has no object blake3:\w+, which 2026-01-02 names for b\/two/],
    ['a huge', (path) => writeFileSync(path, Buffer.alloc(2 ** 26 + 1)), /has 67108865 bytes, where at most/],
  ])('with %s object, and no day comes into force', async (_, spoil, sentence) => {
    const [data, to, here] = [await twoDays(), folderOfTest(), folderOfTest()];
    await writeDays(data, to);
    const path = ofTwo(to);
    spoil(path);
    const refused = await take(to, here).catch(({ message }: Error) => message);
    expect(refused).toMatch(sentence);
    expect(refused).toContain(path);
    expect(readPointer(here)).toBeUndefined();
  });

  test.skipIf(process.platform === 'win32').each<[string, (path: string) => void, RegExp]>([
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), /purged\.json is no plain file\.$/],
    [
      'huge',
      (path) => [writeFileSync(path, ''), truncateSync(path, 2 ** 33)],
      /purged\.json has \d+ bytes, where at most/,
    ],
  ])('with a list of what was removed that is %s', async (_, spoil, sentence) => {
    const [data, to] = [await twoDays(), folderOfTest()];
    await writeDays(data, to);
    spoil(join(to, 'purged.json'));
    expect(() => folderOrigin(to, 2 ** 30)).toThrow(sentence);
  });

  test.each([['a catalog without an end of a line', 2 ** 29, /has a line of more than \d+ bytes/]])(
    'with %s',
    async (_, size, sentence) => {
      const [data, to] = [await twoDays(), folderOfTest()];
      await writeDays(data, to);
      const path = storeIn(to).pathOf(readPointer(to)!.catalog);
      writeFileSync(path, '');
      truncateSync(path, size);
      await expect(take(to)).rejects.toThrow(sentence);
    },
  );
});
