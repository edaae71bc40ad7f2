// Runs of `model-hub index` that are stopped.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { stringify } from 'yaml';
import { readIndexRules } from '../../generator/crawl/index-rules.ts';
import { randomNumbers } from '../bench/search-rows.ts';
import { startHubStandIn } from '../crawl/hub-stand-in.ts';
import { startCommand } from '../faults/hub-command.ts';
import { dayNamed } from '../faults/some-models.ts';
import { chainIn } from '../faults/whole-tree.ts';
import { posixMissing } from '../fixtures/needs.ts';
import { type KilledWork, untilThere, wholeRun } from './kill-loop.ts';
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

export const killedCrawls: readonly KilledWork[] = [stops];
