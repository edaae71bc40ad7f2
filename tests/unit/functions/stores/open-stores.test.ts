// Tests the stores in the embedded database: health survives a restart, demand is limited and delays no request,
// and the hub survives a lock or a lost file.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStores, type Stores } from '../../../../functions/stores/open-stores.ts';
import { StoreUnavailable } from '../../../../src/service/account-store.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const DID = 'did:example:alice';

let folder: string;
let time: number;
let notices: string[];
let faults: unknown[];
let opened: Stores[];
beforeEach(() => {
  folder = folderOfTest();
  time = NOON;
  [notices, faults, opened] = [[], [], []];
});
afterEach(async () => {
  await Promise.all(opened.map((stores) => stores.close()));
  expect(faults).toEqual([]);
});

const path = () => join(folder, 'new', 'hub.db');

function open(HUB_DATABASE = `sqlite:${path()}`): Stores {
  const stores = openStores({
    config: readConfig({ HUB_DATA: folder, HUB_DATABASE }),
    notice: (line) => void notices.push(line),
    onFault: (error) => void faults.push(error),
    now: () => new Date(time),
  });
  opened.push(stores);
  return stores;
}

function rows(sql: string): string[] {
  const database = new DatabaseSync(path());
  const found = database.prepare(sql).all();
  database.close();
  return found.map((row) => Object.values(row).join(' '));
}
const demanded = () => rows('SELECT day, model FROM demand ORDER BY day, model');

/** Takes the write lock, as another process would. Returns a function that releases it. */
function lock(): () => void {
  const holder = new DatabaseSync(path(), { timeout: 5000 });
  holder.exec('BEGIN IMMEDIATE');
  return () => {
    holder.exec('COMMIT');
    holder.close();
  };
}

/** Closes `stores`, which writes its pending entries, and opens the stores again. */
async function reopened(stores: Stores): Promise<Stores> {
  await stores.close();
  return open();
}

test('health survives the process, with the last result of each source', async () => {
  const stores = open();
  expect(await stores.health.load()).toEqual({});
  stores.health.save('srca', { ok: true, checked: '2026-11-20T00:00:00.000Z', reason: 'verified', asked: null });
  stores.health.save('srca', { ok: false, checked: '2026-11-20T00:00:00.000Z', reason: 'mismatch', asked: null });
  stores.health.save('srcb', { ok: false, checked: null, reason: 'dns', asked: null });
  const again = await reopened(stores);
  again.health.save('srca', { ok: false, checked: null, reason: 'mismatch', asked: null });
  expect(await (await reopened(again)).health.load()).toEqual({
    srca: { ok: false, checked: '2026-11-20T00:00:00.000Z', reason: 'mismatch', asked: null },
    srcb: { ok: false, checked: null, reason: 'dns', asked: null },
  });
});

test('demand is stored once for each id and day, without ids that look like secrets', async () => {
  const stores = open();
  for (const id of ['o/a', 'o/b', 'o/a', `hf_${'a'.repeat(34)}/model`]) stores.demand.record(id);
  time += DAY_MS;
  stores.demand.record('o/a');
  await stores.close();
  expect(demanded()).toEqual(['2026-11-20 o/a', '2026-11-20 o/b', '2026-11-21 o/a']);
});

test('a flood of made-up ids ends at ten thousand a day, and old days are removed', async () => {
  let stores = open();
  time -= 50 * DAY_MS;
  stores.demand.record('o/old');
  time = NOON;
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 6000; at++) stores.demand.record(`flood/${round}-${at}`);
    stores = await reopened(stores);
  }
  const left = demanded();
  expect(left).toHaveLength(10_000);
  expect(left.every((line) => line.startsWith('2026-11-20 flood/'))).toBe(true);
});

test('the database is not opened before it is needed, and recording demand does not touch the disk', async () => {
  const stores = open();
  stores.demand.record('o/a');
  expect(existsSync(path())).toBe(false);
  await stores.close();
  expect(demanded()).toHaveLength(1);
});

test('the database is not opened after the end', async () => {
  const stores = open();
  await stores.close();
  stores.health.save('srca', { ok: true, checked: null, asked: null });
  await expect(stores.accounts.read(DID)).rejects.toThrow(StoreUnavailable);
  expect(existsSync(path())).toBe(false);
});

describe('while another process holds the write lock', () => {
  test('writes are refused in time, reads work, and other work in the thread goes on', async () => {
    const stores = open();
    await stores.accounts.save(DID, 'o/before');
    const letGo = lock();
    let turns = 0;
    const turning = setInterval(() => turns++, 10);
    const begun = performance.now();
    const writes = [1, 2, 3].map((at) => stores.accounts.save(DID, `o/${at}`));
    expect(await stores.accounts.read(DID)).toMatchObject({ saved: ['o/before'] });
    for (const write of writes)
      await expect(write).rejects.toThrow(/hub\.db is locked by another process \(database is locked/);
    await expect(stores.accounts.check()).rejects.toThrow(StoreUnavailable);
    clearInterval(turning);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(turns).toBeGreaterThan(20);
    letGo();
    expect(await stores.accounts.save(DID, 'o/after')).toEqual(['o/after', 'o/before']);
    expect(notices).toEqual([
      expect.stringMatching(/hub\.db is locked .*get 503 until it works again; .* wait in memory/),
      expect.stringMatching(/hub\.db works again\.$/),
    ]);
  });

  test('demand and the newest health of each source wait, and are written when the lock is released', async () => {
    const stores = open();
    await stores.open();
    const letGo = lock();
    stores.demand.record('o/asked');
    stores.health.save('srca', { ok: true, checked: null, reason: 'reached', asked: null });
    await sleep(3000);
    stores.health.save('srca', { ok: false, checked: null, reason: 'dns', asked: null });
    letGo();
    await stores.close();
    expect(demanded()).toEqual(['2026-11-20 o/asked']);
    expect(rows('SELECT source, ok, reason FROM health')).toEqual(['srca 0 dns']);
  });

  test('a database with current tables is opened and read', async () => {
    const stores = open();
    stores.health.save('srca', { ok: true, checked: null, asked: null });
    await stores.close();
    const letGo = lock();
    expect(await open().health.load()).toEqual({ srca: { ok: true, checked: null, asked: null } });
    letGo();
  });
});

describe('a database file that is removed while the hub uses it', () => {
  const files = () => ['', '-wal', '-shm'].map((end) => path() + end);
  const remove = () => {
    for (const file of files()) rmSync(file, { force: true });
  };

  test('is missed before a write is confirmed, and is not made again; it is used when it or a backup is put back', async () => {
    const stores = open();
    await stores.accounts.save(DID, 'o/kept');
    for (const file of files()) renameSync(file, `${file}.aside`);
    for (const model of ['o/lost', 'o/lost-too'])
      await expect(stores.accounts.save(DID, model)).rejects.toThrow(
        /hub\.db is gone .*restart the hub to begin with an empty one/,
      );
    await expect(stores.accounts.check()).rejects.toThrow(StoreUnavailable);
    expect(existsSync(path())).toBe(false);
    expect(notices).toHaveLength(1);
    for (const file of files()) renameSync(`${file}.aside`, file);
    rows(`VACUUM INTO '${path()}.backup'`);
    expect(await stores.accounts.save(DID, 'o/later')).toEqual(['o/later', 'o/kept']);
    rmSync(path());
    copyFileSync(`${path()}.backup`, path());
    await expect(stores.accounts.save(DID, 'o/lost')).rejects.toThrow(/was replaced/);
    // The remaining files of the removed database do not get into the backup.
    expect(await stores.accounts.save(DID, 'o/back')).toEqual(['o/back', 'o/kept']);
    expect(rows('PRAGMA integrity_check')).toEqual(['ok']);
  });

  test('may be only the write-ahead log: its loss is noticed too, and its content is in the main file', async () => {
    const stores = open();
    await stores.accounts.save(DID, 'o/kept');
    rmSync(`${path()}-wal`);
    await expect(stores.accounts.save(DID, 'o/lost')).rejects.toThrow(/was replaced/);
    expect(await stores.accounts.save(DID, 'o/back')).toEqual(['o/back', 'o/kept']);
  });

  test('has every write in it when it was only moved, although another file took its place', async () => {
    const stores = open();
    await stores.accounts.save(DID, 'o/kept');
    renameSync(path(), `${path()}.moved`);
    writeFileSync(path(), '');
    await expect(stores.accounts.save(DID, 'o/lost')).rejects.toThrow(/was replaced/);
    renameSync(`${path()}.moved`, path());
    expect(await stores.accounts.save(DID, 'o/back')).toEqual(['o/back', 'o/kept']);
  });

  test('is replaced by a new database at the next start', async () => {
    const stores = open();
    await stores.accounts.save(DID, 'o/lost');
    remove();
    await expect(stores.accounts.save(DID, 'o/lost')).rejects.toThrow(/is gone/);
    expect(await (await reopened(stores)).accounts.save(DID, 'o/new')).toEqual(['o/new']);
  });
});

describe('the error about a database that can’t be opened has its name, the reason and the fix', () => {
  const refusal = async (file: string) => {
    const stores = open(`sqlite:${file}`);
    const error = await stores.open().catch((one: unknown) => one as Error);
    return (error as Error).message;
  };

  test.each<[string, (file: string) => void, RegExp]>([
    ['a folder', (file) => mkdirSync(file), /it\.db is a folder \(.*\): name a file in HUB_DATABASE\.$/],
    [
      'no database',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      /it\.db is no SQLite database \(file is not a database, SQLite error 26\)/,
    ],
    [
      'another program’s tables',
      (file) => new DatabaseSync(file).exec('CREATE TABLE other (x); CREATE INDEX accounts ON other (x)'),
      /it\.db can't be opened: /,
    ],
  ])('%s', async (_, make, sentence) => {
    const file = join(folder, 'it.db');
    make(file);
    const message = await refusal(file);
    expect(message).toMatch(sentence);
    expect(message).toContain(file);
  });

  test("for a folder that can't be made", async () => {
    writeFileSync(join(folder, 'file'), '');
    const message = await refusal(join(folder, 'file/it.db'));
    expect(message).toMatch(
      /file\/it\.db may not be opened or written by this user \(.*\): .*set HUB_DATA or HUB_DATABASE to another place\.$/,
    );
  });

  test('for a database that another process has locked, which may pass', async () => {
    mkdirSync(join(folder, 'new'));
    const holder = new DatabaseSync(path());
    holder.exec('BEGIN EXCLUSIVE');
    const message = await refusal(path());
    expect(message).toMatch(
      /hub\.db is locked by another process \(database is locked, SQLite error 5\): end that one, or wait/,
    );
    holder.close();
  });
});

describe('databases of release 0.1 are taken over without loss', () => {
  const embedded = `
    CREATE TABLE health (source TEXT PRIMARY KEY, ok INTEGER NOT NULL, checked TEXT, reason TEXT) STRICT;
    INSERT INTO health VALUES ('srca', 0, NULL, 'dns');`;
  const strictDemand =
    'CREATE TABLE demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model)) STRICT, WITHOUT ROWID;';
  const plainDemand = 'CREATE TABLE demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model));';
  const noted = `INSERT INTO demand VALUES ('2026-11-19', 'o/old');`;
  const accounts = `
    CREATE TABLE schema_steps (step INTEGER NOT NULL PRIMARY KEY);
    INSERT INTO schema_steps VALUES (1);
    CREATE TABLE accounts (did TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, wallet TEXT, requests INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE saved (did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (did, model));
    CREATE TABLE requests (did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, asked TEXT NOT NULL, PRIMARY KEY (did, model));
    CREATE TABLE interests (did TEXT NOT NULL PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, note TEXT, noted TEXT NOT NULL);
    INSERT INTO accounts VALUES ('${DID}', '2026-01-01T00:00:00.000Z', NULL, 3);
    INSERT INTO saved VALUES ('${DID}', 'o/first', 1), ('${DID}', 'o/second', 2);
    INSERT INTO requests VALUES ('${DID}', 'o/asked', '2026-11-01T00:00:00.000Z');`;

  test.each([
    ['without accounts', embedded + strictDemand + noted, []],
    ['with accounts, the embedded store first', embedded + strictDemand + noted + accounts, ['o/second', 'o/first']],
    ['with accounts, those first', accounts + plainDemand + noted + embedded, ['o/second', 'o/first']],
  ])('%s', async (_, made, saved) => {
    mkdirSync(join(folder, 'new'));
    const old = new DatabaseSync(path());
    old.exec(`PRAGMA journal_mode = WAL; ${made}`);
    const stores = open();
    expect(await stores.health.load()).toEqual({ srca: { ok: false, checked: null, reason: 'dns', asked: null } });
    expect((await stores.accounts.read(DID)).saved).toEqual(saved);
    stores.health.save('srca', { ok: true, checked: null, reason: 'reached', asked: null });
    stores.demand.record('o/new');
    const again = await reopened(stores);
    expect(await again.health.load()).toEqual({ srca: { ok: true, checked: null, reason: 'reached', asked: null } });
    expect(demanded()).toEqual(['2026-11-19 o/old', '2026-11-20 o/new']);
    expect(await again.accounts.save(DID, 'o/third')).toEqual(['o/third', ...saved]);
  });
});
