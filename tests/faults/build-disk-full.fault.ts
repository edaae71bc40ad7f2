// Imports, builds, fetches and publishes on a disk that is full or becomes full during the work.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Outcome, Scale } from './fault.ts';
import { type Ended, hubCommand, serveHub } from './hub-command.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from './small-disk.ts';
import { dayNamed, writeModels } from './some-models.ts';
import { placeWebsite } from './stand-in-website.ts';
import { chainIn, treeIn } from './whole-tree.ts';

const KIB = 1024;

/**
 * The free bytes at each attempt, from none to as many as the work needs. They lie closer together where the work
 * writes more files.
 */
const FREE: Record<Scale, number[]> = {
  short: [0, 100, 1500].map((kib) => kib * KIB),
  long: [0, 8, 32, 100, ...Array.from({ length: 36 }, (_, at) => 150 + Math.round(at ** 2.2 * 4))].map(
    (kib) => kib * KIB,
  ),
};
const MODELS: Record<Scale, number> = { short: 120, long: 300 };

/** The size of the disk in MiB. The objects of each day stay, and the long form imports forty days. */
const MEBIBYTES: Record<Scale, number> = { short: 128, long: 640 };

const buildDiskFull: Fault = {
  name: 'build-disk-full',
  missing: noSmallDisk(),
  promise:
    'A full disk ends import, build, publish and fetch in one sentence that names the folder; what stood ' +
    'there is whole, the room is given back, and with room again it works.',
  async run(scale) {
    const disk = smallDisk(MEBIBYTES[scale]);
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-full-'));
    try {
      return await attempts(disk, folder, scale);
    } finally {
      disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default buildDiskFull;

/** Collects broken promises, a sentence each, and counts the commands that failed because the disk was full. */
class Tally {
  readonly faults: string[] = [];
  refusals = 0;

  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.faults.push(otherwise);
  }

  /**
   * True if the command succeeded. If it failed, expects that it printed only the sentence about the full disk at
   * `place`.
   */
  endedWell(what: string, { code, err }: Ended, place: string): boolean {
    if (code === 0) return true;
    this.refusals++;
    const said = err.split('\n').filter((line) => line !== '' && !/^[A-Z][a-z ]+: \S/.test(line));
    const isSentence = said.length === 1 && said[0]!.startsWith(`model-hub: ${place}: the disk is full (ENOSPC). `);
    this.expect(code === 1 && isSentence, `${what} ended with ${code} and said ${JSON.stringify(err.slice(-600))}`);
    return false;
  }
}

async function attempts(disk: SmallDisk, folder: string, scale: Scale): Promise<Outcome> {
  const tally = new Tally();
  const env = { HUB_DATA: join(disk.folder, 'data'), HUB_DIST: join(disk.folder, 'dist') };
  const rows = (day: number) => writeModels(join(folder, 'rows.jsonl'), MODELS[scale], day);
  const importDay = (day: number) => hubCommand(['import', rows(day), '--day', dayNamed(day)], env);
  await importDay(1);
  await websiteWithoutRoom(disk, tally, env);
  if (scale === 'short') placeWebsite(env.HUB_DIST);
  const first = await hubCommand(['build'], env);
  if (first.code !== 0) throw new Error(`the scenario could not be set up: ${first.err}`);
  for (const [at, free] of FREE[scale].entries()) {
    const day = at + 2;
    await importWith(free, day);
    await buildWith(free, day);
  }
  await fetchAndPublish(disk, folder, env, tally, scale);
  return {
    held: tally.faults.length === 0 && tally.refusals >= FREE[scale].length,
    figures: `${tally.refusals} refusals with ${FREE[scale].length} amounts of free space${tally.faults.map((fault) => `; ${fault}`).join('')}`,
  };

  async function importWith(free: number, day: number): Promise<void> {
    const pointer = join(env.HUB_DATA, 'index.json');
    const before = readFileSync(pointer, 'utf8');
    disk.leave(free);
    const ended = await importDay(day);
    const after = readFileSync(pointer, 'utf8');
    disk.leave(Number.POSITIVE_INFINITY);
    if (tally.endedWell(`import with ${free} bytes free`, ended, `HUB_DATA (${env.HUB_DATA})`)) return;
    tally.expect(before === after, `an import with ${free} bytes free moved the pointer and failed`);
    const days = await chainIn(env.HUB_DATA);
    tally.expect(days.length === day - 1, `after a failed import there are ${days.length} days, not ${day - 1}`);
    const again = await importDay(day);
    tally.expect(again.code === 0, `with room again the import said ${again.err}`);
  }

  async function buildWith(free: number, day: number): Promise<void> {
    const room = disk.free();
    disk.leave(free);
    const ended = await hubCommand(['build'], env);
    disk.leave(Number.POSITIVE_INFINITY);
    const check = async () => {
      const { day: built, faults } = await treeIn(env.HUB_DIST);
      tally.expect(faults.length === 0, `a tree built with ${free} bytes free is torn: ${faults[0]}`);
      return built;
    };
    if (!tally.endedWell(`build with ${free} bytes free`, ended, `HUB_DIST (${env.HUB_DIST})`)) {
      tally.expect((await check()) === dayNamed(day - 1), `a build with ${free} bytes free failed, and moved on`);
      // Only objects of the new day may stay, because the next build needs them.
      const kept = room - disk.free();
      tally.expect(kept < MODELS[scale] * 12 * KIB, `a build that failed with ${free} bytes free kept ${kept}`);
      const again = await hubCommand(['build'], env);
      tally.expect(again.code === 0, `with room again the build said ${again.err}`);
    }
    tally.expect((await check()) === dayNamed(day), `the tree is not of ${dayNamed(day)}`);
  }
}

/**
 * Expects the sentence about the full disk from the build of the website too, although Astro itself ends with a stack
 * trace.
 */
async function websiteWithoutRoom(disk: SmallDisk, tally: Tally, env: Record<string, string>): Promise<void> {
  disk.leave(100 * KIB);
  const ended = await hubCommand(['build'], env);
  disk.leave(Number.POSITIVE_INFINITY);
  const isWell = tally.endedWell('build of the website', ended, `HUB_DIST (${env.HUB_DIST})`);
  tally.expect(!isWell, 'the website was built in 100 KiB');
}

async function fetchAndPublish(
  disk: SmallDisk,
  folder: string,
  env: Record<string, string>,
  tally: Tally,
  scale: Scale,
): Promise<void> {
  const token = { HUB_PUBLISHER_TOKEN: 'publisher' };
  const hub = await serveHub({ ...env, ...token });
  try {
    const file = join(folder, 'weights.bin');
    writeFileSync(file, Buffer.alloc(6 * 1024 * KIB, 7));
    const words = ['publish', file, '--hub', hub.url, '--chunk-size', '1', '--json'];
    const published = await hubCommand(words, token);
    tally.expect(published.code === 0, `publish said ${published.err}`);
    const { id } = JSON.parse(published.out) as { id: string };
    const to = join(disk.folder, 'fetched');
    mkdirSync(to);
    for (const free of [0, 2500 * KIB]) {
      disk.leave(free);
      const ended = await hubCommand(['fetch', id, '--hub', hub.url, '--to', to], {});
      tally.expect(!tally.endedWell(`fetch with ${free} bytes free`, ended, to), 'a file was fetched to a full disk');
      tally.expect(!existsSync(join(to, 'weights.bin')), 'a fetch that failed left a file under its name');
      disk.leave(Number.POSITIVE_INFINITY);
    }
    const again = await hubCommand(['fetch', id, '--hub', hub.url, '--to', to], {});
    tally.expect(
      again.code === 0 && readFileSync(join(to, 'weights.bin')).equals(readFileSync(file)),
      `with room again the fetch said ${again.err}`,
    );
    // The client repeats a refused publish for 15 seconds, so the short form leaves that out.
    if (scale === 'short') return;
    writeFileSync(file, Buffer.alloc(6 * 1024 * KIB, 8));
    disk.leave(0);
    const refused = await hubCommand(words, token);
    disk.leave(Number.POSITIVE_INFINITY);
    tally.refusals++;
    const isSentence = /^model-hub: \S+ refuses: [^\n]+\n$/.test(refused.err);
    tally.expect(refused.code === 1 && isSentence, `publish to a full hub said ${JSON.stringify(refused.err)}`);
    tally.expect((await hubCommand(words, token)).code === 0, 'with room again nothing was published');
  } finally {
    await hub.stop();
  }
}
