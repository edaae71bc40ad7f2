// Runs `npm run load`: sends requests for ten minutes at half the rate that this machine can answer. Meanwhile a source
// goes down and comes up, days are built, and a hub restarts.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { count } from '../../src/model/figures.ts';
import { endChild, nextMessage, startChild } from '../bench/child.ts';
import { fetchRaw } from '../bench/http-rounds.ts';
import { plainNginx, portOf } from '../bench/instances.ts';
import { findGoProgram, goPrograms } from '../clients/go-programs.ts';
import { Memory } from '../faults/memory-growth.ts';
import { nginx, startFront } from '../fixtures/front.ts';
import { classTable, quantile, slowestSeconds } from './load-figures.ts';
import { type LoadHub, startLoadHub } from './load-hub.ts';
import { loadTargets, type Target } from './load-targets.ts';
import type { Recorded } from './recorded-server.ts';
import { type Answered, attack } from './vegeta.ts';

/**
 * The seconds of the load, of its beginning (`warm`), in which memory is not watched, and of the yardstick (`bare`),
 * which runs before and after the load. `days` is the number of days that are built during the load.
 */
const SIZES = {
  quick: { seconds: 60, warm: 20, bare: 5, days: 2 },
  long: { seconds: 600, warm: 180, bare: 60, days: 4 },
};
/** The number of times that the source goes down or comes up. */
const TURNS = 10;
const TARGETS = 5000;
const MODELS_ASKED = 256;
const SEED = 28;

/**
 * The settings of the search for the highest rate: the first rate, the factor from one rate to the next, the seconds at
 * each rate, the highest rate, and the milliseconds that the median answer may take.
 */
const SEARCH = { from: 100, by: 1.25, seconds: 5, most: 20_000, late: 100 };

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { seconds, warm, bare, days } = SIZES[values.quick ? 'quick' : 'long'];
const say = (line: string) => void process.stderr.write(`${line}\n`);

const found = await findGoProgram(goPrograms.vegeta, say);
if ('missing' in found || nginx.missing !== undefined) {
  say('missing' in found ? `${found.missing}; npm run install:clients gets it.` : nginx.missing!);
  process.exit(2);
}
const vegeta = found.path;
const folder = mkdtempSync(join(tmpdir(), 'model-hub-load-'));
const over = new AbortController();
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => over.abort()];
const endAll = async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void endAll().then(() => process.exit(1)));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await endAll();
}

/** Runs the load. Resolves to true if no request failed and memory did not grow. */
async function run(): Promise<boolean> {
  say('building a day and starting two instances behind nginx …');
  const hub = await startLoadHub(folder, days);
  ends.push(() => hub.stop());
  const targets = loadTargets(hub.ids.slice(0, MODELS_ASKED), TARGETS, SEED);
  const yardstick = await startYardstick(hub.url, targets);
  const send = (url: string, rate: number, length: number) =>
    attack({ vegeta, url, targets, rate, seconds: length, folder, signal: over.signal });
  const most = await mostOf((rate) => send(hub.url, rate, SEARCH.seconds));
  const rate = Math.floor(most / 2);
  say(`${most} requests a second are answered; ${rate} are sent for ${seconds} s …`);
  const before = await send(yardstick, rate, bare);
  const memory = new Memory(hub.instances[1]!.resident);
  setTimeout(() => memory.begin(), warm * 1000).unref();
  const [answers, events] = await Promise.all([send(hub.url, rate, seconds), disturb(hub)]);
  memory.end();
  const plain = [...before, ...(await send(yardstick, rate, bare))];
  const more = [
    `${rate} requests a second of ${most}, for ${seconds} s on ${availableParallelism()} cores.`,
    `${events.join(', ')}; a source went and came ${TURNS / 2} times, and ${count(
      answers.filter(({ to }) => to === hub.secondHost).length,
    )} redirects led to the other one.`,
    `The slowest seconds: ${slowestSeconds(answers, 5)}.`,
    `The instance that stayed: ${memory.figures()}.`,
  ];
  return told(answers, plain, more, values.quick ? [] : memory.problems());
}

/** Finds the highest rate at which all answers are right and the median answer is not late. */
async function mostOf(ask: (rate: number) => Promise<Answered[]>): Promise<number> {
  await ask(SEARCH.from);
  let most = SEARCH.from;
  for (let rate = most; rate < SEARCH.most; rate = Math.round(rate * SEARCH.by)) {
    const answers = await ask(rate);
    if (answers.some(({ fault }) => fault) || quantile(answers, 0.5) > SEARCH.late) break;
    most = rate;
  }
  return most;
}

/**
 * Starts nginx in front of two bare servers that send recorded answers of the hub. Resolves to the address of nginx.
 */
async function startYardstick(url: string, targets: readonly Target[]): Promise<string> {
  const recorded: Recorded = {};
  for (const { method, path, headers, body } of targets) {
    if (recorded[`${method} ${path}`]) continue;
    const answer = await fetchRaw(url + path, { method, headers, body });
    recorded[`${method} ${path}`] = { ...answer, body: answer.body.toString('base64') };
  }
  const children = [1, 2].map(() => startChild('../load/recorded-server.ts'));
  ends.push(() => Promise.all(children.map(endChild)));
  for (const child of children) child.send(recorded);
  const urls = await Promise.all(children.map((child) => nextMessage<string>(child)));
  const front = await startFront(plainNginx, { hubPorts: urls.map(portOf) });
  ends.push(() => front.stop());
  return front.url;
}

/**
 * Disturbs the hubs: the first source goes down and comes up, days are built, and a hub restarts. Resolves to sentences
 * with the seconds of the days and of the restart.
 */
async function disturb(hub: LoadHub): Promise<string[]> {
  const begun = performance.now();
  const second = () => (performance.now() - begun) / 1000;
  const events: string[] = [];
  const each = async (times: number, work: (time: number) => Promise<void>, name?: string) => {
    for (let time = 1; time <= times; time++) {
      await sleep(Math.max(0, (time * seconds) / (times + 1) - second()) * 1000);
      const from = second().toFixed(0);
      await work(time);
      if (name) events.push(`${name} in seconds ${from} to ${second().toFixed(0)}`);
    }
  };
  await Promise.all([
    each(TURNS, (time) => (time % 2 === 1 ? hub.source.down() : hub.source.up())),
    each(days, () => hub.nextDay(), 'a day'),
    each(1, () => hub.restart(0), 'a restart'),
  ]);
  return events;
}

function told(answers: Answered[], plain: Answered[], more: string[], problems: string[]): boolean {
  const failed = answers.flatMap(({ fault }) => fault ?? []);
  const lines = [
    ...classTable(answers, plain),
    '',
    ...more,
    `${failed.length} of ${count(answers.length)} reads failed.`,
    ...[...new Set(failed)].slice(0, 10).map((fault) => `Failed: ${fault}`),
    ...problems.map((problem) => `Wrong: ${problem}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return failed.length === 0 && problems.length === 0;
}
