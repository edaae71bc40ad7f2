// Several instances on one database: they start together, write together, and agree on what there is.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../functions/hosts/sqlite-store.ts';
import type { Config } from '../../src/config.ts';
import type { Orders, Outcomes } from './instance.ts';
import { type Databases, openInstance, postgresDatabases, sqliteDatabases } from './stores.ts';

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

/** Fifty writers in five processes, which all opened the same fresh database at the same time. */
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
  describe.skipIf(missing !== undefined)(missing === undefined ? name : `${name}: ${missing}`, () => {
    beforeAll(() => databases.start());
    afterAll(() => databases.stop());

    test('fifty writers in five processes, from an empty database: nothing is lost, doubled, or over a cap', async () => {
      const config = databases.fresh();
      const outcomes = await writeTogether(config, (instance) => ({
        did: DID,
        // Five of each ten are the same everywhere.
        save: ten((at) => (at < 5 ? `same/${at}` : `own/${instance}-${at}`)),
        request: ten((at) => `ask/${instance}-${at}`).concat(ten((at) => `same/${at}`)),
      }));
      expect(outcomes.flatMap(({ saved }) => saved)).not.toContain(false);
      const here = openInstance(config);
      const kept = (await here.store.find(DID))!;
      await here.close();
      expect(new Set(kept.account.saved).size).toBe(5 + INSTANCES * 5);
      expect(kept.account.saved).toHaveLength(5 + INSTANCES * 5);
      // Sixty different models were asked for, fifty of them found room.
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
      await addStep(config);
      const second = openInstance(config);
      await expect(second.open()).rejects.toThrow(/written by a newer release/);
      await second.close();
    });

    test('demand of every instance and the requests of accounts come out as one list', async () => {
      const config = databases.fresh();
      const here = openInstance(config);
      await here.open();
      const embedded = openEmbeddedStore(config.embeddedDatabase);
      const demand = here.demand ?? embedded.demand;
      const secret = `hf_${'a'.repeat(34)}/model`;
      for (const id of ['o/asked', 'o/both', 'o/asked', secret]) demand.record(id);
      await here.store.request(DID, 'o/both', () => false);
      await here.store.request(DID, 'o/wished', () => false);
      embedded.close();
      await here.close();
      const again = openInstance(config);
      expect(await again.store.wanted()).toEqual([
        { model: 'o/both', accounts: 1, days: 1 },
        { model: 'o/wished', accounts: 1, days: 0 },
        { model: 'o/asked', accounts: 0, days: 1 },
      ]);
      await again.close();
    });
  });
}

/** Writes down that a step was taken which this release does not know. */
async function addStep({ database }: Config): Promise<void> {
  const sql = 'INSERT INTO schema_steps (step) VALUES (99)';
  if (database.kind === 'sqlite') {
    const { DatabaseSync } = await import('node:sqlite');
    const open = new DatabaseSync(database.path);
    open.exec(sql);
    open.close();
  } else {
    const { default: pg } = await import('pg');
    const client = new pg.Client(database.url.reveal());
    await client.connect();
    await client.query(sql);
    await client.end();
  }
}

suite('SQLite', sqliteDatabases());
suite('PostgreSQL', postgresDatabases());

test('in one process the embedded store and the accounts never wait for each other', async () => {
  const databases = sqliteDatabases();
  const config = databases.fresh();
  const here = openInstance(config);
  await here.open();
  const embedded = openEmbeddedStore(config.embeddedDatabase);
  let writes = 0;
  let slowest = 0;
  let going = true;
  const write = () => {
    const begun = performance.now();
    embedded.health.save('srca', { ok: true, checked: null, reason: 'reached' });
    slowest = Math.max(slowest, performance.now() - begun);
    writes++;
    if (going) setImmediate(write);
  };
  setImmediate(write);
  for (let at = 0; at < 300; at++) {
    await here.store.save(`did:${at % 7}`, `o/${at}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  going = false;
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toBeGreaterThan(100);
  // A writer that found the lock taken would wait two seconds for it, and in vain.
  expect(slowest).toBeLessThan(2000);
  embedded.close();
  await here.close();
  await databases.stop();
});
