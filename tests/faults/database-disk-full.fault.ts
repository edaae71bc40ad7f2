// Fills the disk of the SQLite file. Account writes are then refused, a notice says why, and they succeed again once
// there is room.
import { setTimeout as sleep } from 'node:timers/promises';
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
import { noSmallDisk, smallDisk } from './small-disk.ts';

const SECONDS = { short: 2, long: 30 };
const DID = 'did:example:no-room';
/** Returns a note that differs for each `at`, so that storing it needs room. */
const note = (at: number) => ({ note: `${at} `.repeat(300) });

async function run(scale: Scale): Promise<Outcome> {
  const folder = await builtFolder();
  const disk = smallDisk(4);
  const hub = await startHub(folder, { HUB_DATABASE: `sqlite:${disk.folder}/people.db` });
  const write = (at: number) => ask(hub.url, 'POST /api/account/publisher-request', `${DID}-${at % 20}`, note(at));
  try {
    const before = await askUntil(
      () => ask(hub.url, 'POST /api/account/saved', DID, { model: 'o/before' }),
      ({ status }) => status === 200,
      30,
    );
    disk.leave(0);
    const reading = keepReading(hub.url);
    const told: Reply[] = [];
    let health: Reply | undefined;
    const end = performance.now() + SECONDS[scale] * 1000;
    while (performance.now() < end) {
      told.push(await write(told.length));
      health = await ask(hub.url, 'GET /api/account/health');
      await sleep(50);
    }
    const read = await reading.stop();
    const refused = told.filter(({ status }) => status === 503);
    const lines = hub.notices();
    disk.leave(Number.POSITIVE_INFINITY);
    const after = await askUntil(
      () => write(1),
      ({ status }) => status === 202,
      30,
    );
    const kept = await ask(hub.url, 'GET /api/account/me', DID);
    return verdict(
      {
        'accounts worked before': before.status === 200,
        'writes were refused with 503 and Retry-After':
          refused.length > 0 && refused.every((one) => one.retryAfter !== null),
        'and never with anything else': told.every(({ status }) => status === 503 || status === 202),
        'account health said so': health?.json.ok === false,
        [`the file and the reason were named (${lines[0]})`]: lines.some((line) =>
          /people\.db .*(full|disk I\/O)/.test(line),
        ),
        'it was said once and not for every request': lines.length <= 4,
        'every read was answered as ever': read.wrong === 0 && read.answers > 0,
        'writes went on when there was room': after.status === 202,
        'nothing is lost': JSON.stringify(kept.json.saved) === '["o/before"]',
        'the hub lives': hub.end() === undefined,
      },
      `full for ${SECONDS[scale]} s: ${refused.length} of ${told.length} account writes refused, ${lines.length} ` +
        `lines in the log; ${read.answers} reads, p99 ${read.p99.toFixed(1)} ms`,
    );
  } finally {
    await hub.stop();
    disk.unmount();
    removeFolder(folder);
  }
}

export default {
  name: 'database-disk-full',
  missing: noSmallDisk(),
  promise:
    'While the disk of the SQLite file is full, accounts get 503, the log says why once, and writes go on by themselves.',
  run,
} satisfies Fault;
