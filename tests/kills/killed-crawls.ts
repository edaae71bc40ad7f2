// Runs of `model-hub index` that are killed or stopped: days of a small hub, and the first index of a large one that
// limits requests.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { stringify } from 'yaml';
import { readCrawlNote } from '../../generator/crawl/crawl-lines.ts';
import { readIndexRules } from '../../generator/crawl/index-rules.ts';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { randomNumbers } from '../bench/search-rows.ts';
import { limit } from '../crawl/documented-limits.ts';
import { startHubStandIn } from '../crawl/hub-stand-in.ts';
import { largeHub } from '../crawl/large-hub.ts';
import { startCommand } from '../faults/hub-command.ts';
import { dayNamed } from '../faults/some-models.ts';
import { chainIn } from '../faults/whole-tree.ts';
import { posixMissing } from '../fixtures/needs.ts';
import { goneOf, type KilledWork, untilThere, type Victim, wholeRun } from './kill-loop.ts';
import { whole } from './killed-commands.ts';

/** The seed of the random moments; the environment variable STOP_SEED changes it. */
const SEED = Number(process.env.STOP_SEED ?? 28);
const bin = join(import.meta.dirname, '../../generator/bin.mjs');
const preload = new URL('../crawl/stop-at-module.mjs', import.meta.url).href;

/** A promise that never resolves, for work that is killed at a request or a module. */
const never = new Promise<never>(() => {});

/** The command loads at least this many modules. */
const MODULES = 150;
const IDS = Array.from({ length: 40 }, (_, at) => `acme/m${at}`);

/** Makes models of which a third changes from one edition to the next. */
const edition = (number: number) =>
  IDS.map((id, at) => ({
    id,
    files: { 'config.json': `{"model":${at},"edition":${at % 3 === 0 ? number : 0}}`, 'weights.bin': `weights ${at}` },
    large: ['weights.bin'],
  }));

/** SIGTERM comes at a module that the command loads, at a request, or while it writes the day. */
const MOMENTS = ['module', 'request', 'written'] as const;

const stops: KilledWork = {
  name: 'stop-index',
  promise:
    'SIGTERM at any moment ends an index run with a whole day, and with a sentence unless the run had come through.',
  missing: posixMissing,
  kills: { short: 12, long: 90 },
  steps: 1,
  async open(folder) {
    const [data, rules] = [join(folder, 'data'), join(folder, 'index.yaml')];
    const { most } = readIndexRules();
    writeFileSync(rules, stringify({ source: 'srca', wishes: {}, most, unreached_percent: 10, robots: 'ignore' }));
    const hub = await startHubStandIn(edition(1));
    const env = { HUB_DATA: data, HUB_SOURCE_SRCA: hub.url };
    const words = (day: number) => ['index', ...IDS, '--day', dayNamed(day), '--rules', rules];
    const random = randomNumbers(SEED);
    await whole(words(1), env);
    hub.models = edition(2);
    hub.asked.length = 0;
    const second = startCommand(words(2), env);
    const usual = await wholeRun(second, untilThere(join(data, 'tmp/rows'), second));
    const requests = hub.asked.length;
    assert(requests > 10);
    let before: string;
    let running: ChildProcess;
    let output = { out: '', err: '' };
    return {
      usual,
      signal: () => 'SIGTERM',
      async start(kill) {
        before = (await chainIn(data))[0]!.day;
        hub.models = edition(kill + 3);
        const moment = MOMENTS[kill % MOMENTS.length]!;
        const module = kill === 0 ? 0 : Math.floor(random() * MODULES);
        const more = { NODE_OPTIONS: `--import=${preload}`, STOP_AT_MODULE: String(module) };
        const child = spawn(process.execPath, [bin, ...words(kill + 3)], {
          env: { ...process.env, ...env, ...(moment === 'module' && more) },
        });
        const now = { out: '', err: '' };
        output = now;
        child.stdout.on('data', (piece) => (now.out += piece));
        child.stderr.on('data', (piece) => (now.err += piece));
        let left = moment === 'request' ? Math.floor(random() * requests) : Number.POSITIVE_INFINITY;
        hub.trouble = () => {
          if (left-- === 0) child.kill('SIGTERM');
          return undefined;
        };
        running = child;
        return running;
      },
      isAtWork: (child, kill) =>
        MOMENTS[kill % MOMENTS.length] === 'written' ? untilThere(join(data, 'tmp/rows'), child) : never,
      async isNew(kill) {
        const { exitCode: code, signalCode: signal } = running;
        const told = JSON.stringify({ code, signal, ...output });
        // At the very end of the command, Node no longer handles a signal, so the signal may end the process. By then
        // everything is printed and written.
        const isThrough = output.out.endsWith('Next: model-hub build\n');
        if (code !== 0 && !(signal === 'SIGTERM' && isThrough))
          assert.deepEqual(
            [code, output.err.trim().split('\n').at(-1)],
            [1, 'model-hub: Stopped; what was found is kept, and the next run goes on.'],
            told,
          );
        else assert(output.out.includes('Next: model-hub build'), told);
        // `chainIn` reads and hashes each catalog and each of its objects.
        const [now] = await chainIn(data);
        if (kill === 0) assert.equal(now!.day, before, told);
        assert([before, dayNamed(kill + 3)].includes(now!.day), told);
        return now!.day !== before;
      },
      async end() {
        hub.trouble = () => undefined;
        await whole(words(400), env);
        assert.equal((await chainIn(data))[0]!.day, dayNamed(400));
      },
      close: async () => hub.close(),
    };
  },
};

/**
 * The sizes of each form. The long form has the limits of the public hub. The short form has fewer models, and limits
 * so low that they still slow it down. Each run may send the number of requests of a whole one, divided by `parts`, and
 * a few more. The clock of the limits runs `faster` times as fast.
 */
const SIZES = {
  short: { models: 400, parts: 6, quotas: { api: 50, resolvers: 300 }, faster: 1000 },
  long: { models: 20_000, parts: 30, quotas: { api: 500, resolvers: 3000 }, faster: 200 },
};
/** The number of kills on each day. After them, a run of the day is not killed. */
const A_DAY = 2;
/** One kill in three comes while the day is written. */
const WRITTEN = 3;
/** The chance, before each request, that another client with the same address uses up all requests of a window. */
const NEIGHBOUR = 0.003;
/** The maximum number of entries on a page of the public hub. */
const PAGE = 500;

/**
 * Writes the shipped rules to `path`, with at most `models` models for each search. If `requests` is undefined, the
 * rules have no limits on requests.
 */
function writeRules(path: string, models: number, requests?: number): string {
  const { wishes, others: _, limits, ...rules } = readIndexRules();
  const searches = wishes.searches!.map((search) => ({ ...search, limit: Math.min(search.limit, models) }));
  const most = { ...rules.most, ...(requests !== undefined && { requests }) };
  const all = { ...rules, ...(requests !== undefined && { limits }), wishes: { ...wishes, searches }, most };
  writeFileSync(path, stringify(all));
  return path;
}

/** Reads what is compared of the current day: the row and the addresses of the objects of each model. */
function dayIn(data: string) {
  const store = openObjectStore(join(data, 'objects'));
  const { rows, models } = JSON.parse(store.get(readPointer(data)!.catalog)) as {
    rows: ModelRow[];
    models: Record<string, CatalogEntry>;
  };
  return new Map(
    // The day on which a model was first indexed differs if many runs make the index.
    rows.map(({ hub: { indexed: _, ...hub }, ...row }) => {
      const { model, sources, card } = models[row.id]!;
      return [row.id, { text: JSON.stringify([{ ...row, hub }, model, sources, card]), objects: [model, ...sources] }];
    }),
  );
}

const firstCrawl: KilledWork = {
  name: 'first-crawl',
  promise:
    'A first crawl by the rules that ship, in slices, at a hub with the limits of the public hub, and killed at random ' +
    'moments, ends with the rows, hashes and source objects of one without limits, and each day on the way is right.',
  kills: { short: 6, long: 30 },
  steps: 1,
  async open(folder, kills, scale) {
    const { models, parts, quotas, faster } = SIZES[scale];
    const hub = await startHubStandIn(largeHub(models, readIndexRules().wishes.ids));
    hub.page = PAGE;
    const env = (data: string) => ({ HUB_DATA: join(folder, data), HUB_SOURCE_SRCA: hub.url });
    await whole(
      ['index', '--rules', writeRules(join(folder, 'whole.yaml'), models), '--day', dayNamed(1)],
      env('whole'),
    );
    const wanted = dayIn(join(folder, 'whole'));
    // Each run also needs requests for the pages of the searches.
    const budget = Math.ceil(hub.asked.length / parts) + Math.ceil(models / PAGE) + 2;
    const rules = writeRules(join(folder, 'sliced.yaml'), models, budget);
    hub.asked.length = 0;
    limit(hub, quotas, faster);
    const { trouble } = hub;
    const random = randomNumbers(Date.now());
    let [runs, refused, asked, mostAsked, day] = [0, 0, 0, budget, 1];
    let [last, isWritten] = [Number.POSITIVE_INFINITY, false];
    let before: string | undefined;
    let running: ChildProcess;
    hub.trouble = (...request) => {
      if (++asked === last) running.kill('SIGKILL');
      if (random() < NEIGHBOUR) {
        for (let left = quotas.api; left > 0; left--) trouble('/api/models', 1);
        for (let left = quotas.resolvers; left > 0; left--) trouble('/a/b/resolve/main/c', 1);
      }
      const wrong = trouble(...request);
      if (wrong?.status === 429) refused++;
      return wrong;
    };
    const data = join(folder, 'sliced');
    const untilWritten = (child: ChildProcess) => untilThere(join(data, 'tmp/rows'), child);
    const start = () => {
      runs++;
      asked = 0;
      running = startCommand(['index', '--rules', rules, '--day', dayNamed(day)], env('sliced'));
      return running;
    };
    const proved = new Set<string>();
    /** Throws unless each row and object of the current day is that of the single run. Hashes the objects that are new. */
    const check = () => {
      if (!readPointer(data)) return;
      const store = openObjectStore(join(data, 'objects'));
      for (const [id, { text, objects }] of dayIn(data)) {
        assert.equal(text, wanted.get(id)?.text, `${id} is another`);
        for (const address of objects) {
          if (!proved.has(address)) store.get(address);
          proved.add(address);
        }
      }
    };
    const untilNextDay = async () => {
      last = Number.POSITIVE_INFINITY;
      const child = start();
      victim.usual = await wholeRun(child, untilWritten(child));
      await goneOf(child);
      mostAsked = asked;
      check();
      day++;
    };
    const victim: Victim = {
      usual: 1000,
      async start(kill) {
        if (kill % A_DAY === 0) {
          if (kill > 0) await untilNextDay();
          else day++;
        }
        before = readPointer(data)?.catalog;
        isWritten = random() < 1 / WRITTEN;
        last = isWritten ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * mostAsked);
        return start();
      },
      isAtWork: (child) => (isWritten ? untilWritten(child) : never),
      async isNew() {
        check();
        return readPointer(data)?.catalog !== before;
      },
      async end() {
        for (let isThrough = false; !isThrough; ) {
          await untilNextDay();
          const note = readCrawlNote(data);
          isThrough = note?.day === dayNamed(day - 1) && !note.later;
          assert(runs <= 10 * (parts + kills), `no end after ${runs} runs`);
        }
        assert.deepEqual([...dayIn(data).keys()].sort(), [...wanted.keys()].sort());
        await chainIn(data);
      },
      close: async () => hub.close(),
      figures: () => `${models} models in ${runs} runs on ${day - 1} days; ${refused} requests were refused with 429`,
    };
    return victim;
  },
};

export const killedCrawls: readonly KilledWork[] = [stops, firstCrawl];
