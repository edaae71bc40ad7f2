// Restarts, kills, freezes and disconnects PostgreSQL while people write. Afterwards every confirmed write must exist
// exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, postgresMissing, startPostgres } from '../accounts/postgres-server.ts';
import { type CutWire, openCutWire } from './cut-wire.ts';
import {
  ask,
  askUntil,
  builtFolder,
  type DatabaseHub,
  keepReading,
  removeFolder,
  startHub,
  verdict,
} from './database-hub.ts';
import type { Fault, Outcome, Scale } from './fault.ts';

const RESTARTS = { short: 6, long: 200 };
const WRITERS = 12;
/**
 * The number of models that each person saves and requests. It is small because an account may write only sixty times a
 * minute.
 */
const MODELS = 10;
/**
 * The milliseconds of each freeze of the database. Most are short. One freeze of the long form is longer than the hub's
 * time limit.
 */
const FROZEN_MS = { short: [700], long: [700, 700, 700, 9000] };
const REPEAT_MS = 400;
const RESUME_S = 30;

/** A function that disturbs the database. The scenario calls all of these functions in turn. */
type Blow = (server: PostgresServer, wire: CutWire, scale: Scale, nth: number) => Promise<void>;

const OTHERS = "FROM pg_stat_activity WHERE application_name = 'model-hub'";
const blows: readonly Blow[] = [
  async (server) => void server.query(`SELECT pg_terminate_backend(pid) ${OTHERS}`),
  (server) => server.restart('fast'),
  (server) => server.restart('immediate'),
  async (_, wire) => wire.cut(),
  async (server, _, scale, nth) => {
    server.freeze();
    await sleep(FROZEN_MS[scale][Math.floor(nth / blows.length) % FROZEN_MS[scale].length]);
    server.wake();
  },
  async (_, wire) => {
    wire.swallow();
    await sleep(700);
    wire.cut();
  },
];

/** A person who repeats each write until it succeeds, as clients should, and the models of the confirmed writes. */
interface Person {
  did: string;
  saved: string[];
  asked: string[];
}

interface Writing {
  people: Person[];
  acknowledged: number;
  refused: number;
  /** The answers that neither confirm a write nor refuse it as expected. */
  strange: string[];
}

async function write(hub: DatabaseHub, writing: Writing, isGoing: () => boolean): Promise<void> {
  while (isGoing()) {
    const person: Person = { did: `did:example:restarted-${writing.people.length}`, saved: [], asked: [] };
    writing.people.push(person);
    for (let at = 0; at < MODELS && isGoing(); at++) {
      const model = `o/${at}`;
      if (await acknowledged(hub, 'saved', person.did, model, writing)) person.saved.unshift(model);
      if (await acknowledged(hub, 'request', person.did, model, writing)) person.asked.push(model);
    }
  }
}

async function acknowledged(hub: DatabaseHub, path: string, did: string, model: string, writing: Writing) {
  // A person repeats the write for several minutes, since nobody knows whether a write without an answer has succeeded.
  for (let tries = 0; tries < 1200; tries++) {
    const { status, retryAfter } = await ask(hub.url, `POST /api/account/${path}`, did, { model });
    if (status === 200) {
      writing.acknowledged++;
      return true;
    }
    if (status === 503 && retryAfter !== null) writing.refused++;
    // A person who repeats too often gets 429, and waits longer.
    else if (status !== 429) writing.strange.push(`${path} ${status}`);
    if (status === 0 && hub.end() !== undefined) return false;
    await sleep(status === 429 ? 1000 : REPEAT_MS);
  }
  writing.strange.push(`${path} was never acknowledged`);
  return false;
}

/** Counts the people whose stored records differ from their confirmed writes. */
async function wronged(hub: DatabaseHub, people: readonly Person[]): Promise<number> {
  let count = 0;
  for (const { did, saved, asked } of people) {
    const { json } = await ask(hub.url, 'GET /api/account/me', did);
    if (JSON.stringify(json.saved) !== JSON.stringify(saved) || json.requests !== asked.length) count++;
  }
  return count;
}

async function run(scale: Scale): Promise<Outcome> {
  const missing = postgresMissing();
  if (missing !== undefined) return { held: true, figures: `skipped: ${missing}` };
  const folder = await builtFolder();
  const server = await startPostgres(true);
  const address = server.database();
  const wire = await openCutWire(server.port);
  const hub = await startHub(folder, { HUB_DATABASE: address.replace(String(server.port), String(wire.port)) });
  try {
    const writing: Writing = { people: [], acknowledged: 0, refused: 0, strange: [] };
    let isGoing = true;
    const writers = Array.from({ length: WRITERS }, () => write(hub, writing, () => isGoing));
    const reading = keepReading(hub.url);
    let slowestResume = 0;
    let unresumed = 0;
    for (let nth = 0; nth < RESTARTS[scale] && hub.end() === undefined; nth++) {
      await sleep(300);
      await blows[nth % blows.length]!(server, wire, scale, nth);
      const begun = performance.now();
      const did = `did:example:resumed-${nth}`;
      const resumed = await askUntil(
        () => ask(hub.url, 'POST /api/account/saved', did, { model: 'o/resumed' }),
        ({ status }) => status === 200 || hub.end() !== undefined,
        RESUME_S,
      );
      if (resumed.status !== 200) unresumed++;
      slowestResume = Math.max(slowestResume, performance.now() - begun);
    }
    isGoing = false;
    await Promise.all(writers);
    const read = await reading.stop();
    const wrong = await wronged(hub, writing.people);
    const lines = hub.notices();
    return verdict(
      {
        [`the hub lives${hub.end() === undefined ? '' : `, which ${hub.end()}`}`]: hub.end() === undefined,
        'writes resumed after each': unresumed === 0,
        'nothing acknowledged is lost or doubled': wrong === 0 && writing.acknowledged > 0,
        [`only 200, and 503 with Retry-After (${writing.strange.slice(0, 5)})`]: writing.strange.length === 0,
        'every read was answered as ever': read.wrong === 0 && read.answers > 0,
        [`no fault of ours (${lines.find((line) => line.startsWith('fault at'))})`]: !lines.some((line) =>
          line.startsWith('fault at'),
        ),
        'notices were bounded': lines.length <= 20 + RESTARTS[scale],
      },
      `${RESTARTS[scale]} blows: ${writing.acknowledged} writes of ${writing.people.length} accounts ` +
        `acknowledged, ${wrong} accounts wrong; ${writing.refused} refused with 503; writes resumed within ${(slowestResume / 1000).toFixed(1)} ` +
        `s; ${read.answers} reads, ${read.wrong} wrong, p99 ${read.p99.toFixed(1)} ms`,
    );
  } finally {
    await hub.stop();
    wire.close();
    await server.stop();
    removeFolder(folder);
  }
}

export default {
  name: 'database-restarts',
  missing: postgresMissing(),
  promise:
    'Over restarts, crashes and failures of the network of PostgreSQL under load, no acknowledged write is lost or doubled, and the hub goes on.',
  run,
} satisfies Fault;
