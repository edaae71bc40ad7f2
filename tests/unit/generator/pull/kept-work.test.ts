// Tests what a pull does with things that it finds at its start: unfinished files of a killed run or of one that
// still runs, other files, and a full disk.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { noSmallDisk, smallDisk } from '../../../faults/small-disk.ts';
import { needs } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { type FaultySource, madeFile, sourcesOf } from './faulty-source.ts';
import { placeProgram, startPull } from './pull-process.ts';
import { MODEL, type StandInHub, standInHub } from './stand-in-hub.ts';

const MIB = 2 ** 20;
const large = madeFile('weights.bin', 24 * MIB + 5);
const small = madeFile('config.json', 400);
const files = [large, small];

let folder: string;
let sources: FaultySource[];
let hub: StandInHub;

beforeEach(async () => {
  folder = folderOfTest();
  sources = await sourcesOf(files, {}, {});
  hub = await standInHub(files, sources);
});
const begin = () => startPull(folder, ['--hub', hub.base, MODEL, '--to', 'out', '--json']);
const sent = () => sources.reduce((sum, source) => sum + source.sent, 0);
const isWhole = () => readFileSync(join(folder, 'out', large.path)).equals(large.bytes);
const work = () => join(folder, 'out/.cache/model-hub');
const leftovers = () => tried(() => readdirSync(work(), { recursive: true, encoding: 'utf8' })) ?? [];

/** Kills a pull that has about half of the large file and whose sources send nothing more. */
async function killHalfWay(): Promise<void> {
  for (const source of sources) source.faults.pausesAfter = 8 * MIB;
  const { child, ended } = begin();
  const noted = () => leftovers().some((name) => name.endsWith('.ranges'));
  while (sent() < 16 * MIB || !noted()) await new Promise((resolve) => setTimeout(resolve, 20));
  // After this pause, nearly all sent bytes have arrived.
  await new Promise((resolve) => setTimeout(resolve, 500));
  child.kill('SIGKILL');
  await ended;
  for (const source of sources) delete source.faults.pausesAfter;
}

describe('after a kill', () => {
  test('the next run fetches only the rest', async () => {
    await placeProgram(folder);
    await killHalfWay();
    const { code, out } = await begin().ended;
    expect([code, isWhole()]).toEqual([0, true]);
    const { fetched } = JSON.parse(out.trimEnd().split('\n').at(-1)!);
    // Each unfinished range may have lost a mebibyte and a quarter.
    expect(fetched).toBeLessThan(large.bytes.length - 2 * MIB);
    expect(leftovers()).toEqual([]);
  });

  test('bytes that changed on the disk are fetched again, and no source is reported as wrong', async () => {
    await placeProgram(folder);
    await killHalfWay();
    const part = join(work(), leftovers().find((name) => name.endsWith('.part'))!);
    const bytes = readFileSync(part);
    for (let at = 0; at < bytes.length; at += 1000) bytes[at]! ^= 1;
    writeFileSync(part, bytes);
    const { code, out } = await begin().ended;
    expect([code, isWhole()]).toEqual([0, true]);
    expect(out).not.toContain('wrong bytes');
  });
});

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

test('two runs into the same folder both end with right files', async () => {
  await placeProgram(folder);
  const [one, other] = await Promise.all([begin().ended, begin().ended]);
  expect([one.code, other.code, isWhole()]).toEqual([0, 0, true]);
  expect(leftovers()).toEqual([]);
});

describe('on a small disk', { ...needs(noSmallDisk()) }, () => {
  test('a pull that can’t fit fetches nothing, and the error says how much space is missing', async () => {
    const disk = smallDisk(8);
    try {
      await placeProgram(folder);
      const to = join(disk.folder, 'out');
      const { code, err } = await startPull(folder, ['--hub', hub.base, MODEL, '--to', to]).ended;
      expect([code, err]).toEqual([1, expect.stringMatching(/has room for 8\.\d+ MB, and 25\.2 MB are needed/)]);
      expect(sent()).toBe(0);
    } finally {
      disk.unmount();
    }
  });

  test('a disk that fills up during the pull ends it with a sentence, and the next run continues', async () => {
    const disk = smallDisk(48);
    try {
      await placeProgram(folder);
      const to = join(disk.folder, 'out');
      for (const source of sources) source.faults.rate = 8 * MIB;
      const words = ['--hub', hub.base, MODEL, '--to', to];
      const { ended } = startPull(folder, words);
      while (sent() < 4 * MIB) await new Promise((resolve) => setTimeout(resolve, 5));
      disk.leave(0);
      const { code, err } = await ended;
      expect([code, err]).toEqual([1, expect.stringContaining('the disk is full (ENOSPC). Make room and pull again')]);
      expect(() => readFileSync(join(to, large.path))).toThrow('ENOENT');
      disk.leave(40 * MIB);
      for (const source of sources) delete source.faults.rate;
      expect((await startPull(folder, words).ended).code).toBe(0);
      expect(readFileSync(join(to, large.path)).equals(large.bytes)).toBe(true);
    } finally {
      disk.unmount();
    }
  });
});
