// Stops the bucket and PostgreSQL so that they accept connections, but do not answer. Only the first caller may wait,
// and not for long.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { postgresMissing, startPostgres } from '../accounts/postgres-server.ts';
import { RealStore } from '../buckets/stores.ts';
import { versitygwMissing } from '../buckets/versitygw.ts';
import { models } from '../fixtures/rows.ts';
import {
  ask,
  askUntil,
  builtFolder,
  type DatabaseHub,
  type Reply,
  removeFolder,
  startHub,
  verdict,
} from './database-hub.ts';
import type { Fault, Outcome, Scale } from './fault.ts';

const ROUNDS = { short: 1, long: 5 };
/**
 * The maximum milliseconds until an answer about health or to a later caller, until an answer to the first caller that
 * needs the store, and until the hub has recovered.
 */
const [AT_ONCE_MS, FIRST_MS, RETURN_MS] = [100, 2000, 2000];
const DAY_MS = 86_400_000;
const CACHED = `GET /api/models/${models.bert.id}`;

interface Stoppable {
  freeze(): void;
  wake(): void;
}

/** A store to stop, and two requests that need it. Both are the same request if the hub does not cache its answer. */
interface Stop {
  name: string;
  store: Stoppable;
  first: (hub: DatabaseHub) => Promise<Reply>;
  next: (hub: DatabaseHub) => Promise<Reply>;
}

/** The milliseconds of the slowest answer of each kind while stores were stopped. */
interface Seen {
  health: number;
  /** The time of `/livez`, which waits for no store and so shows how slow the machine is. */
  live: number;
  cached: number;
  first: number;
  next: number;
  /** The answers with a wrong status. */
  wrong: string[];
  /** The stops from which the hub recovered too late. */
  late: string[];
}

async function stopOnce(hub: DatabaseHub, stop: Stop, seen: Seen, scale: Scale): Promise<void> {
  const expect = (what: string, told: Reply, isRight: (told: Reply) => boolean) => {
    if (!isRight(told)) seen.wrong.push(`${stop.name}: ${what} ${told.status}`);
    return told.ms;
  };
  const isAway = ({ status, retryAfter }: Reply) => status === 503 && retryAfter !== null;
  const isWell = ({ status }: Reply) => status === 200;
  stop.store.freeze();
  try {
    const waiting = stop.first(hub);
    for (let times = 0; times < 5; times++) {
      const health = await ask(hub.url, 'GET /healthz');
      seen.health = Math.max(
        seen.health,
        expect('/healthz', health, ({ status }) => status === 200 || status === 503),
      );
      seen.live = Math.max(seen.live, expect('/livez', await ask(hub.url, 'GET /livez'), isWell));
      seen.cached = Math.max(seen.cached, expect('cached', await ask(hub.url, CACHED), isWell));
    }
    seen.first = Math.max(seen.first, expect('the first', await waiting, isAway));
    seen.next = Math.max(seen.next, expect('the next', await stop.next(hub), isAway));
  } finally {
    stop.store.wake();
  }
  if (scale === 'long') await sleep(RETURN_MS);
  const patience = scale === 'long' ? 0 : 60;
  const again = { first: stop.first, next: stop.next, health: () => ask(hub.url, 'GET /healthz') };
  for (const [what, once] of Object.entries(again)) {
    const told = await askUntil(() => once(hub), isWell, patience);
    if (!isWell(told)) seen.late.push(`${stop.name}: ${what} ${told.status}`);
  }
}

async function run(scale: Scale): Promise<Outcome> {
  const folder = await builtFolder();
  const bucket = new RealStore();
  await bucket.start();
  const database = await startPostgres();
  const seen: Seen = { health: 0, live: 0, cached: 0, first: 0, next: 0, wrong: [], late: [] };
  const ends: (string | undefined)[] = [];
  const save = (hub: DatabaseHub) => ask(hub.url, 'POST /api/account/saved', 'did:example:stopped', { model: 'o/one' });
  const stops: Stop[] = [
    {
      ...{ name: 'the bucket', store: bucket },
      first: (hub) => ask(hub.url, 'GET /api/models/acme/odd-paths'),
      next: (hub) => ask(hub.url, 'GET /api/models/sort/top'),
    },
    { name: 'the database', store: database, first: save, next: save },
  ];
  try {
    const place = await openBucket(bucket.place('hub'));
    await pushTree({ dist: join(folder, 'dist'), bucket: place, stay: DAY_MS }, silent);
    for (let round = 0; round < ROUNDS[scale]; round++) {
      // A hub caches files that it has read, so each round needs a new hub with an empty cache.
      const hub = await startHub(folder, {
        ...{ ...bucket.env(), HUB_TREE: bucket.address('hub'), HUB_CACHE: join(folder, `cache-${round}`) },
        HUB_DATABASE: database.database(),
      });
      try {
        await askUntil(
          () => ask(hub.url, CACHED),
          ({ status }) => status === 200,
          30,
        );
        await askUntil(
          () => save(hub),
          ({ status }) => status === 200,
          30,
        );
        for (const stop of stops) await stopOnce(hub, stop, seen, scale);
      } finally {
        ends.push(hub.end());
        await hub.stop();
      }
    }
    return judged(seen, ends, scale);
  } finally {
    await database.stop();
    await bucket.stop();
    removeFolder(folder);
  }
}

function judged(seen: Seen, ends: (string | undefined)[], scale: Scale): Outcome {
  const { health, live, cached, first, next } = seen;
  const times = {
    [`/healthz within ${AT_ONCE_MS} ms`]: health <= AT_ONCE_MS,
    [`the first within ${FIRST_MS} ms`]: first <= FIRST_MS,
    [`the next within ${AT_ONCE_MS} ms`]: next <= AT_ONCE_MS,
  };
  return verdict(
    {
      [`the hub lives (${ends.find(Boolean)})`]: !ends.some(Boolean),
      [`only the answers that it should give (${seen.wrong.slice(0, 5)})`]: seen.wrong.length === 0,
      [`all well after the return (${seen.late})`]: seen.late.length === 0,
      ...(scale === 'long' && times),
    },
    `${ROUNDS[scale]} times each of bucket and database; slowest of health ${Math.ceil(health)} ms (/livez, which waits ` +
      `for nothing, ${Math.ceil(live)} ms), cached ${Math.ceil(cached)} ms, the first that waits ${Math.ceil(first)} ms, ` +
      `the next ${Math.ceil(next)} ms`,
  );
}

export default {
  name: 'stopped-store',
  missing: versitygwMissing() ?? postgresMissing(),
  promise:
    'A bucket or database that is stopped, not closed, makes the first caller wait two seconds, nobody else, and is back two seconds after it goes on.',
  run,
} satisfies Fault;
