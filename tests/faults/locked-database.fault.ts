// Locks the SQLite file from another process. Account routes must fail within a time limit, and other requests must
// work as before.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import {
  ask,
  askUntil,
  builtFolder,
  keepReading,
  type Reply,
  removeFolder,
  startHub,
  verdict,
} from './database-hub.ts';
import type { Fault, Outcome, Scale } from './fault.ts';

const SECONDS = { short: 4, long: 20 };
/** The maximum number of milliseconds until an account write is refused. The hub waits two seconds for a lock. */
const BOUND_MS = 4000;
const STALL_MS = { short: 1000, long: 250 };
const DID = 'did:example:locked-out';

async function run(scale: Scale): Promise<Outcome> {
  const folder = await builtFolder();
  // The hub saves the results of its probes every second, so its own writes wait for the lock too.
  const hub = await startHub(folder, { HUB_PROBE: '1', HUB_SOURCE_SRCA: 'http://127.0.0.1:1' });
  const save = (model: string) => ask(hub.url, 'POST /api/account/saved', DID, { model });
  try {
    const isDone = ({ status }: Reply) => status === 200;
    const before = await askUntil(() => save('o/before'), isDone, 30);
    const holder = fork(join(import.meta.dirname, 'lock-holder.ts'), [join(folder, 'data/hub.db')], {
      env: { ...process.env, ...compileCache },
    });
    await once(holder, 'message');
    const reading = keepReading(hub.url);
    const refused: Reply[] = [];
    const end = performance.now() + SECONDS[scale] * 1000;
    let health: Reply | undefined;
    while (performance.now() < end) {
      refused.push(...(await Promise.all([1, 2, 3].map((at) => save(`o/locked-${refused.length + at}`)))));
      health = await ask(hub.url, 'GET /api/account/health');
    }
    const read = await reading.stop();
    holder.send('let go');
    await once(holder, 'exit');
    const after = await askUntil(() => save('o/after'), isDone, 30);
    await sleep(100);
    const lines = hub.notices();
    const slowest = Math.max(...refused.map(({ ms }) => ms));
    return verdict(
      {
        'accounts worked before': before.status === 200,
        'account writes got 503 with Retry-After': refused.every(
          (one) => one.status === 503 && one.retryAfter !== null,
        ),
        [`within ${BOUND_MS} ms`]: slowest < BOUND_MS,
        'account health said so': health?.json.ok === false,
        'every read was answered as ever': read.wrong === 0 && read.answers > 0,
        [`no read took ${STALL_MS[scale]} ms`]: read.slowest < STALL_MS[scale],
        'the file was named': lines.some((line) => line.includes(`${folder}/data/hub.db is locked`)),
        'it was said once and not for every request': lines.length <= 4,
        'writes went on': after.status === 200,
        'the hub lives': hub.end() === undefined,
      },
      `locked for ${SECONDS[scale]} s: ${refused.length} account writes refused, the slowest after ${slowest.toFixed(0)} ` +
        `ms; ${read.answers} reads, p99 ${read.p99.toFixed(1)} ms, slowest ${read.slowest.toFixed(0)} ms`,
    );
  } finally {
    await hub.stop();
    removeFolder(folder);
  }
}

export default {
  name: 'locked-database',
  promise: 'While another process holds the lock of the SQLite file, accounts get 503 in time and no read waits.',
  run,
} satisfies Fault;
