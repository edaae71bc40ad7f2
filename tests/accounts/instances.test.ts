// Tests several hub processes on one database: they start together, write together, and agree on the content.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import type { Orders, Outcomes } from './instance.ts';
import { type Databases, openInstance, postgresDatabases, runSql, sqliteDatabases } from './stores.ts';

const INSTANCES = 5;
const DID = 'did:example:many-hands';

function environment({ data, database }: Config): Record<string, string> {
  return { HUB_DATA: data, ...(database.kind === 'postgres' ? { HUB_DATABASE: database.url.reveal() } : {}) };
}

async function message<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`an instance ended with ${code}`);
  });
  const [said] = await Promise.race([once(child, 'message'), ended]);
  return said as T;
}

/** Runs fifty writers in five processes, which open the same new database at the same time. */
async function writeTogether(config: Config, orders: (instance: number) => Orders): Promise<Outcomes[]> {
  const children = Array.from({ length: INSTANCES }, () =>
    fork(join(import.meta.dirname, 'instance.ts'), { env: { ...process.env, ...environment(config) } }),
  );
  try {
    expect(await Promise.all(children.map((child) => message(child)))).toEqual(children.map(() => 'open'));
    const outcomes = children.map((child) => message<Outcomes>(child));
    for (const [at, child] of children.entries()) child.send(orders(at));
    return await Promise.all(outcomes);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

const ten = (name: (at: number) => string) => Array.from({ length: 10 }, (_, at) => name(at));

function suite(name: string, databases: Databases) {
  const { missing } = databases;
  describe(name, { ...needs(missing), ...inAll(name !== 'SQLite') }, () => {
    beforeAll(() => databases.start());
    afterAll(() => databases.stop());

    test('fifty writers in five processes on an empty database: nothing is lost or doubled, and no cap is passed', async () => {
      const config = databases.fresh();
      const outcomes = await writeTogether(config, (instance) => ({
        did: DID,
        // Half of the models are the same for every instance.
        save: ten((at) => (at < 5 ? `same/${at}` : `own/${instance}-${at}`)),
        request: ten((at) => `ask/${instance}-${at}`).concat(ten((at) => `same/${at}`)),
      }));
      expect(outcomes.flatMap(({ saved }) => saved)).not.toContain(false);
      const here = openInstance(config);
      const kept = (await here.accounts.find(DID))!;
      await here.close();
      expect(new Set(kept.account.saved).size).toBe(5 + INSTANCES * 5);
      expect(kept.account.saved).toHaveLength(5 + INSTANCES * 5);
      // The instances requested sixty different models, but an account may have only fifty open requests.
      expect(kept.open).toHaveLength(50);
      expect(kept.account.requests).toBe(50);
      const refused = outcomes.flatMap(({ requested }, instance) =>
        requested.flatMap((accepted, at) => (accepted ? [] : [at < 10 ? `ask/${instance}-${at}` : `same/${at - 10}`])),
      );
      for (const model of outcomes.flatMap(({ requested }, instance) =>
        requested.flatMap((accepted, at) => (accepted && at < 10 ? [`ask/${instance}-${at}`] : [])),
      ))
        expect(kept.open).toContain(model);
      expect(new Set([...kept.open, ...refused]).size).toBe(60);
    });

    test('a database of a newer release is refused with one sentence', async () => {
      const config = databases.fresh();
      const first = openInstance(config);
      await first.open();
      await first.close();
      await runSql(config, LATER);
      const second = openInstance(config);
      const refused = await second.open().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StoreUnavailable);
      expect((refused as Error).message).toMatch(
        /was written by a newer release( \(.*\))?: run that one, or use another database\.$/,
      );
      await second.close();
    });

    test('an instance reads what another one withdraws or lifts', async () => {
      const config = databases.fresh();
      const one: Withdrawal = { model: 'acme/One', status: 451, reason: 'a reason', day: '2026-11-20' };
      const [here, there] = [openInstance(config).withdrawals, openInstance(config)];
      expect(await here.withdrawals()).toEqual([]);
      await here.withdraw(one);
      const gone: Withdrawal = { ...one, model: 'acme/two', status: 410, until: '2027-01-01' };
      await here.withdraw(gone);
      expect(await there.withdrawals.withdrawals()).toEqual([one, gone]);
      await there.withdrawals.withdraw({ ...one, reason: 'another' });
      expect(await here.withdrawals()).toEqual([{ ...one, reason: 'another' }, gone]);
      expect(await here.lift('ACME/one')).toBe(true);
      expect(await here.lift('acme/One')).toBe(false);
      expect(await there.withdrawals.withdrawals()).toEqual([gone]);
      await there.close();
    });
  });
}

/** Records the migration step of a later release. A release that does not know the step must not use the database. */
const LATER = `INSERT INTO hub_migrations VALUES ('9999-later', '2030-01-01T00:00:00.000Z');
  UPDATE hub_compatible SET since = '9999-later'`;

/** The tables of release 0.1 in PostgreSQL, with one account. */
const OLD_TABLES = `
  CREATE TABLE schema_steps (step INTEGER NOT NULL PRIMARY KEY);
  INSERT INTO schema_steps VALUES (1);
  CREATE TABLE accounts (did TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, wallet TEXT, requests INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE saved (did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (did, model));
  CREATE TABLE requests (did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, asked TEXT NOT NULL, PRIMARY KEY (did, model));
  CREATE TABLE interests (did TEXT NOT NULL PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, note TEXT, noted TEXT NOT NULL);
  CREATE TABLE demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model));
  INSERT INTO accounts VALUES ('${DID}', '2026-01-01T00:00:00.000Z', NULL, 3);
  INSERT INTO saved VALUES ('${DID}', 'o/first', 1), ('${DID}', 'o/second', 2);
  INSERT INTO demand VALUES ('2026-11-19', 'o/asked');`;

const postgres = postgresDatabases();
describe('an older database', { ...needs(postgres.missing), ...inAll() }, () => {
  beforeAll(() => postgres.start());
  afterAll(() => postgres.stop());

  test('instances that start together take over a PostgreSQL database of release 0.1 without loss', async () => {
    const config = postgres.fresh();
    await runSql(config, OLD_TABLES);
    const instances = [1, 2, 3].map(() => openInstance(config));
    await Promise.all(instances.map((one) => one.open()));
    const [first] = instances;
    expect(await first!.accounts.save(DID, 'o/third')).toEqual(['o/third', 'o/second', 'o/first']);
    expect(await first!.accounts.wanted()).toEqual([{ model: 'o/asked', accounts: 0, days: 1 }]);
    await Promise.all(instances.map((one) => one.close()));
  });
});

suite('SQLite', sqliteDatabases());
suite('PostgreSQL', postgresDatabases());
