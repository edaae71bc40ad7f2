// Removes the SQLite file, puts it back and replaces it while the hub runs. The hub must confirm no write that gets
// lost.
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask, askUntil, builtFolder, keepReading, removeFolder, startHub, verdict } from './database-hub.ts';
import type { Fault, Outcome, Scale } from './fault.ts';

const ROUNDS = { short: 1, long: 20 };
const FILES = ['people.db', 'people.db-wal', 'people.db-shm'];

async function run(scale: Scale): Promise<Outcome> {
  const folder = await builtFolder();
  const place = join(folder, 'people');
  const aside = join(folder, 'aside');
  const hub = await startHub(folder, { HUB_DATABASE: `sqlite:${place}/people.db` });
  // Each round uses another account, because an account may write only sixty times a minute.
  let did = '';
  const save = (model: string) => ask(hub.url, 'POST /api/account/saved', did, { model });
  const saved = async () => JSON.stringify((await ask(hub.url, 'GET /api/account/me', did)).json.saved);
  const works = (model: string) =>
    askUntil(
      () => save(model),
      ({ status }) => status === 200,
      30,
    );
  try {
    const faults: Record<string, boolean> = {};
    const reading = keepReading(hub.url);
    for (let round = 0; round < ROUNDS[scale]; round++) {
      did = `did:example:removed-${round}`;
      faults['accounts worked before'] = (await works('o/kept')).status === 200;
      // Moves the database away and back, as an operator may do by mistake. The hub must then continue with it.
      mkdirSync(aside, { recursive: true });
      for (const file of FILES) renameSync(join(place, file), join(aside, file));
      const gone = [await save('o/nowhere'), await save('o/nowhere-either')];
      const health = await ask(hub.url, 'GET /api/account/health');
      for (const file of FILES) renameSync(join(aside, file), join(place, file));
      const back = await works('o/back');
      const whole = await saved();
      // Removes the database and puts a backup in its place. The hub must then use the backup.
      const backup = join(aside, 'backup.db');
      rmSync(backup, { force: true });
      const open = new DatabaseSync(join(place, 'people.db'), { timeout: 5000 });
      open.exec(`VACUUM INTO '${backup}'`);
      open.close();
      await save('o/after-the-backup');
      rmSync(join(place, 'people.db'));
      const removed = await save('o/lost');
      cpSync(backup, join(place, 'people.db'));
      await works('o/back');
      const restored = await saved();
      Object.assign(faults, {
        'writes to a missing file were refused with 503': [...gone, removed].every(
          ({ status, retryAfter }) => status === 503 && retryAfter !== null,
        ),
        'account health said so': health.json.ok === false,
        'writes went on when it was back': back.status === 200,
        [`it is as it was (${whole})`]: whole === '["o/back","o/kept"]',
        [`the backup is in force (${restored})`]: restored === '["o/back","o/kept"]',
      });
      if (Object.values(faults).includes(false)) break;
    }
    const read = await reading.stop();
    const lines = hub.notices();
    return verdict(
      {
        ...faults,
        'the missing file was named': lines.some((line) => line.includes(`${place}/people.db is gone`)),
        'it was said once and not for every request': lines.length <= 4 + ROUNDS[scale] * 2,
        'every read was answered as ever': read.wrong === 0 && read.answers > 0,
        'the hub lives': hub.end() === undefined,
      },
      `${ROUNDS[scale]} times moved away and back, removed and restored: nothing acknowledged is lost; ${read.answers} reads, ${read.wrong} wrong`,
    );
  } finally {
    await hub.stop();
    removeFolder(folder);
  }
}

export default {
  name: 'database-removed',
  promise:
    'When the SQLite file is removed while the hub runs, writes get 503, and go on when it or a backup is put back.',
  run,
} satisfies Fault;
