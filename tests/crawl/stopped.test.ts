// Tests that SIGTERM at any time makes `model-hub index` exit with 0, or with 1 and a sentence, and that the current
// day is whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { randomNumbers } from '../bench/search-rows.ts';
import { chainIn } from '../faults/whole-tree.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs, posixMissing } from '../fixtures/needs.ts';
import { type CrawlFolder, crawlFolder } from './crawl-folder.ts';
import { type HubStandIn, startHubStandIn } from './hub-stand-in.ts';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));
const preload = new URL('./stop-at-module.mjs', import.meta.url).href;

/** The seed of the random moments; the environment variable STOP_SEED changes it. */
const SEED = Number(process.env.STOP_SEED ?? 28);
/** The command loads at least this many modules. */
const MODULES = 150;

/** Makes models of which a third changes from one edition to the next. */
const edition = (ids: readonly string[], number: number) =>
  ids.map((id, at) => ({
    id,
    files: { 'config.json': `{"model":${at},"edition":${at % 3 === 0 ? number : 0}}`, 'weights.bin': `weights ${at}` },
    large: ['weights.bin'],
  }));
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);

/**
 * The time of the signal: at the module with a number, at the request with a number, or after a share of the time that
 * the command takes to write the day.
 */
type Moment = { module: number } | { request: number } | { written: number };

let ids: string[];
let hub: HubStandIn;
let place: CrawlFolder;
afterEach(() => hub?.close());

/** Starts a hub with this number of models, and makes the first day. */
async function begin(models: number): Promise<void> {
  ids = Array.from({ length: models }, (_, at) => `acme/m${at}`);
  hub = await startHubStandIn(edition(ids, 1));
  place = crawlFolder(hub);
  await place.crawl({ day: dayOf(1), ids });
}

/**
 * Runs the command for a day, with a signal at `moment` if one is given. Returns how the command ended, and for how
 * many milliseconds it wrote the day.
 */
async function indexed(number: number, moment: Moment | undefined, usual = 0) {
  hub.models = edition(ids, number);
  const rules = join(place.data, '../index.yaml');
  const env: NodeJS.ProcessEnv = { ...process.env, HUB_DATA: place.data, HUB_SOURCE_SRCA: hub.url };
  if (moment && 'module' in moment)
    Object.assign(env, { NODE_OPTIONS: `--import=${preload}`, STOP_AT_MODULE: String(moment.module) });
  const child = spawn(process.execPath, [bin, 'index', ...ids, '--day', dayOf(number), '--rules', rules], { env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => (out += piece));
  child.stderr.on('data', (piece) => (err += piece));
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  let requests = 0;
  hub.trouble = () => {
    if (moment && 'request' in moment && requests++ === moment.request) child.kill('SIGTERM');
    return undefined;
  };
  while (child.exitCode === null && child.signalCode === null && !existsSync(join(place.data, 'tmp/rows')))
    await sleep(1);
  const begun = performance.now();
  if (moment && 'written' in moment) {
    await sleep(usual * moment.written);
    child.kill('SIGTERM');
  }
  const [code, signal] = await ended;
  return { code, signal, out, err, writing: performance.now() - begun };
}

/**
 * Expects that after a signal at `moment` the command exits with 0, or with 1 and a sentence, and that the current day
 * is whole.
 */
async function expectInOrder(number: number, moment: Moment, usual = 0): Promise<void> {
  const [before] = await chainIn(place.data);
  const { code, signal, out, err } = await indexed(number, moment, usual);
  const told = JSON.stringify({ moment, code, signal, out, err });
  // At the very end of the command, Node no longer handles a signal, so the signal may end the process. By then
  // everything is printed and written.
  const isDone = signal === 'SIGTERM' && out.endsWith('Next: model-hub build\n');
  expect([null, isDone && signal], told).toContain(signal);
  if (code === 0 || isDone) expect(out, told).toContain('Next: model-hub build');
  else
    expect([code, err.trim().split('\n').at(-1)], told).toEqual([
      1,
      'model-hub: Stopped; what was found is kept, and the next run goes on.',
    ]);
  // `chainIn` reads and hashes each catalog and each of its objects.
  const [now] = await chainIn(place.data);
  expect([before!.day, dayOf(number)], told).toContain(now!.day);
}

test('SIGTERM while the command loads leaves the day before', needs(posixMissing), async () => {
  await begin(3);
  await expectInOrder(2, { module: 0 });
  expect((await chainIn(place.data)).map(({ day }) => day)).toEqual([dayOf(1)]);
});

test('SIGTERM at nine more moments leaves a whole day', {
  ...needs(posixMissing),
  ...inAll(),
  timeout: 600_000,
}, async () => {
  await begin(40);
  hub.asked.length = 0;
  const { code, writing } = await indexed(2, undefined);
  const asked = hub.asked.length;
  expect([code, asked > 10]).toEqual([0, true]);
  const random = randomNumbers(SEED);
  const some = (most: number) => Math.floor(random() * most);
  const moments: Moment[] = [
    ...[1, 2].map(() => ({ module: some(MODULES) })),
    ...[1, 2, 3].map(() => ({ request: some(asked) })),
    ...[1, 2, 3, 4].map(() => ({ written: random() })),
  ];
  for (const [at, moment] of moments.entries()) await expectInOrder(at + 3, moment, writing);
  const last = moments.length + 3;
  expect((await indexed(last, undefined)).code).toBe(0);
  expect(place.day()!.snapshot).toBe(dayOf(last));
});
