// Fills the disk of the SQLite file and locks the file while the hub runs. Account routes must fail within a time limit
// and go on by themselves, no confirmed write may get lost, and other requests must work as before.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import {
  ask,
  askUntil,
  builtFolder,
  type DatabaseHub,
  keepReading,
  type Reading,
  type Reply,
  removeFolder,
  startHub,
  verdict,
} from './database-hub.ts';
import type { Fault, Scale } from './fault.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';

const DID = 'did:example:the-first';
const isDone = ({ status }: Reply) => status === 200;
const isRefused = ({ status, retryAfter }: Reply) => status === 503 && retryAfter !== null;

const save = (hub: DatabaseHub, model: string, did = DID) => ask(hub.url, 'POST /api/account/saved', did, { model });
const savedUntilDone = (hub: DatabaseHub, model: string, did = DID) =>
  askUntil(() => save(hub, model, did), isDone, 30);
const saved = async (hub: DatabaseHub, did = DID) =>
  JSON.stringify((await ask(hub.url, 'GET /api/account/me', did)).json.saved);
const health = (hub: DatabaseHub) => ask(hub.url, 'GET /api/account/health');

interface Damage {
  /** The variables of the hub. */
  env: Record<string, string>;
  /** Damages the database of a hub that works. Reads go on until it calls `read`, or until its end. */
  act(hub: DatabaseHub, scale: Scale, read: () => Promise<Reading>): Promise<Seen>;
  close?(): void;
}

interface Seen {
  conditions: Record<string, boolean>;
  /** The lines of the hub about the fault, and their maximum number: it is said once, and not for every request. */
  lines: string[];
  most?: number;
  figures: string;
}

const scenario = (told: Pick<Fault, 'name' | 'promise' | 'missing'>, open: (folder: string) => Damage): Fault => ({
  ...told,
  async run(scale) {
    const folder = await builtFolder();
    const damage = open(folder);
    const hub = await startHub(folder, damage.env);
    try {
      const before = await savedUntilDone(hub, 'o/before');
      const reading = keepReading(hub.url);
      const { conditions, lines, most = 4, figures } = await damage.act(hub, scale, () => reading.stop());
      const read = await reading.stop();
      const always = {
        'accounts worked before': isDone(before),
        'it was said once and not for every request': lines.length <= most,
        'every read was answered as ever': read.wrong === 0 && read.answers > 0,
        'the hub lives': hub.end() === undefined,
      };
      return verdict({ ...always, ...conditions }, `${figures}; ${read.answers} reads, p99 ${read.p99.toFixed(1)} ms`);
    } finally {
      await hub.stop();
      damage.close?.();
      removeFolder(folder);
    }
  },
});

const FULL_S = { short: 2, long: 30 };
/** Returns a note that differs for each `at`, so that storing it needs room. */
const note = (at: number) => ({ note: `${at} `.repeat(300) });

const full = scenario(
  {
    name: 'database-disk-full',
    missing: noSmallDisk(),
    promise:
      'While the disk of the SQLite file is full, accounts get 503, the log says why once, and writes go on by themselves.',
  },
  () => {
    const disk = smallDisk(4);
    return {
      env: { HUB_DATABASE: `sqlite:${disk.folder}/people.db` },
      async act(hub, scale, read) {
        const write = (at: number) =>
          ask(hub.url, 'POST /api/account/publisher-request', `${DID}-${at % 20}`, note(at));
        disk.leave(0);
        const told: Reply[] = [];
        let ill: Reply | undefined;
        for (const end = performance.now() + FULL_S[scale] * 1000; performance.now() < end; await sleep(50)) {
          told.push(await write(told.length));
          ill = await health(hub);
        }
        await read();
        const refused = told.filter(({ status }) => status === 503);
        const lines = hub.notices();
        disk.leave(Number.POSITIVE_INFINITY);
        const after = await askUntil(
          () => write(1),
          ({ status }) => status === 202,
          30,
        );
        return {
          conditions: {
            'writes were refused with 503 and Retry-After': refused.length > 0 && refused.every(isRefused),
            'and never with anything else': told.every(({ status }) => status === 503 || status === 202),
            'account health said so': ill?.json.ok === false,
            [`the file and the reason were named (${lines[0]})`]: lines.some((line) =>
              /people\.db .*(full|disk I\/O)/.test(line),
            ),
            'writes went on when there was room': after.status === 202,
            'nothing is lost': (await saved(hub)) === '["o/before"]',
          },
          lines,
          figures: `full for ${FULL_S[scale]} s: ${refused.length} of ${told.length} account writes refused, ${lines.length} lines in the log`,
        };
      },
      close: () => disk.unmount(),
    };
  },
);

const LOCKED_S = { short: 4, long: 20 };
/** The maximum number of milliseconds until an account write is refused. The hub waits two seconds for a lock. */
const BOUND_MS = 4000;
const STALL_MS = { short: 1000, long: 250 };

const locked = scenario(
  {
    name: 'locked-database',
    promise: 'While another process holds the lock of the SQLite file, accounts get 503 in time and no read waits.',
  },
  (folder) => ({
    // The hub saves the results of its probes every second, so its own writes wait for the lock too.
    env: { HUB_PROBE: '1', HUB_SOURCE_SRCA: 'http://127.0.0.1:1' },
    async act(hub, scale, read) {
      const file = join(folder, 'data/hub.db');
      const env = { ...process.env, ...compileCache };
      const holder = fork(join(import.meta.dirname, 'lock-holder.ts'), [file], { env });
      await once(holder, 'message');
      const refused: Reply[] = [];
      let ill: Reply | undefined;
      for (const end = performance.now() + LOCKED_S[scale] * 1000; performance.now() < end; ) {
        refused.push(...(await Promise.all([1, 2, 3].map((at) => save(hub, `o/locked-${refused.length + at}`)))));
        ill = await health(hub);
      }
      const stalled = (await read()).slowest;
      holder.send('let go');
      await once(holder, 'exit');
      const after = await savedUntilDone(hub, 'o/after');
      await sleep(100);
      const lines = hub.notices();
      const slowest = Math.max(...refused.map(({ ms }) => ms));
      return {
        conditions: {
          'account writes got 503 with Retry-After': refused.every(isRefused),
          [`within ${BOUND_MS} ms`]: slowest < BOUND_MS,
          'account health said so': ill?.json.ok === false,
          [`no read took ${STALL_MS[scale]} ms`]: stalled < STALL_MS[scale],
          'the file was named': lines.some((line) => line.includes(`${file} is locked`)),
          'writes went on': isDone(after),
        },
        lines,
        figures:
          `locked for ${LOCKED_S[scale]} s: ${refused.length} account writes refused, the slowest after ` +
          `${slowest.toFixed(0)} ms, the slowest read ${stalled.toFixed(0)} ms`,
      };
    },
  }),
);

export default [full, locked];
