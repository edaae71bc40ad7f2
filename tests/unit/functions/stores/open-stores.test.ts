// Tests the stores in the embedded database: health survives a restart, demand is limited and delays no request,
// and the hub survives a lock or a lost file.
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStores, type Stores } from '../../../../functions/stores/open-stores.ts';
import { openRows } from '../../../../functions/stores/sql/rows.ts';
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

describe('while another process holds the write lock', () => {
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
});

test('of writes that arrive together, one that fails is undone alone', async () => {
  const rows = openRows({ kind: 'sqlite', path: ':memory:' }, { meanwhile: '', notice: undefined });
  const note = (model: string) =>
    rows.write(async (sql) => {
      await sql`INSERT INTO demand (day, model) VALUES ('2026-01-01', ${model})`;
      if (model === 'o/bad') throw new TypeError('ours');
      return model;
    });
  const written = await Promise.allSettled(['o/a', 'o/bad', 'o/b'].map(note));
  expect(written.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'o/a',
    'ours',
    'o/b',
  ]);
  expect(await rows.read((sql) => sql`SELECT model FROM demand ORDER BY model`)).toEqual([
    { model: 'o/a' },
    { model: 'o/b' },
  ]);
  await rows.close();
});
