// Tests two versions over one database: the statements of an earlier version still work after this version has changed
// the tables, and this version reads what they write. tests/fixtures/upgrades has the recorded statements.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/service/config.ts';
import { openInstance, postgresDatabases, sqliteDatabases } from '../accounts/stores.ts';
import { needs } from '../fixtures/needs.ts';
import { VERSIONS } from '../fixtures/upgrades/old-code.ts';
import { ALICE, ASKED, WANTED } from '../fixtures/upgrades/people.ts';
import { type Recorded, statementsOf } from './old-hub.ts';

/** Connections to a database that run the statements of an earlier version. */
interface OldConnections {
  ask(statement: Recorded): unknown;
  close(): unknown;
}

const kinds = [
  { kind: 'sqlite' as const, databases: sqliteDatabases(), connect: sqliteConnections },
  { kind: 'postgres' as const, databases: postgresDatabases(), connect: postgresConnections },
];

for (const { kind, databases, connect } of kinds)
  describe(kind, needs(databases.missing), () => {
    beforeAll(() => databases.start());
    afterAll(() => databases.stop());

    test.each(VERSIONS)('%s continues over the tables of this version', async (version) => {
      const config = databases.fresh();
      const { first, again } = (await statementsOf(version))[kind];
      await replay(connect(config), first);
      const now = openInstance(config);
      await now.open();
      expect(await now.accounts.find(ALICE.did)).toMatchObject({
        account: { wallet: ALICE.wallet, saved: ALICE.saved, requests: 1 },
        open: [WANTED],
        interest: { note: 'I would like to publish.' },
      });
      const models = [WANTED, ASKED].map((model) => expect.objectContaining({ model }) as object);
      expect(await now.accounts.wanted()).toEqual(models);
      // Both versions change the account at the same time.
      await now.accounts.save(ALICE.did, 'saved/here');
      await replay(connect(config), again);
      expect((await now.accounts.find(ALICE.did))!.account.saved).toEqual(['saved/here', ...ALICE.saved]);
      await now.close();
    });
  });

/** Runs the statements in order. Rejects with the text of the first statement that fails, and the reason. */
async function replay(connections: OldConnections, statements: readonly Recorded[]): Promise<void> {
  for (const statement of statements)
    try {
      await connections.ask(statement);
    } catch (error) {
      throw new Error(`${statement[1]}: ${(error as Error).message}`);
    }
  await connections.close();
}

function sqliteConnections({ database }: Pick<Config, 'database'>): OldConnections {
  const path = database.kind === 'sqlite' ? database.path : '';
  const opened = new Map<number, DatabaseSync>();
  return {
    ask([connection, text, values]) {
      const old = opened.get(connection) ?? new DatabaseSync(path, { timeout: 2000 });
      opened.set(connection, old);
      if (values.length === 0) old.exec(text);
      else old.prepare(text).all(...(values as SQLInputValue[]));
    },
    close: () => opened.forEach((database) => void database.close()),
  };
}

function postgresConnections({ database }: Pick<Config, 'database'>): OldConnections {
  const connectionString = database.kind === 'postgres' ? database.url.reveal() : '';
  const opened = new Map<number, Promise<pg.Client>>();
  const connect = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  return {
    async ask([connection, text, values]) {
      const client = opened.get(connection) ?? connect();
      opened.set(connection, client);
      await (await client).query(text, values);
    },
    async close() {
      for (const client of opened.values()) await (await client).end();
    },
  };
}
