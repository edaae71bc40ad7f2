import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openStores, type Stores } from '../../functions/stores/open-stores.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import {
  bouncerMissing,
  type PostgresServer,
  postgresMissing,
  startBouncer,
  startPostgres,
} from './postgres-server.ts';

/** A kind of database that tests can start. */
export interface Databases {
  /** The reason why this machine can't run the database; undefined if it can. */
  missing: string | undefined;
  start(): Promise<void>;
  /** Makes the configuration of an instance with a new, empty database. */
  fresh(): Config;
  stop(): Promise<void>;
}

/** Makes a folder for each SQLite database, which is removed with its test. */
export const sqliteDatabases = (): Databases => ({
  missing: undefined,
  async start() {},
  fresh: () => readConfig({ HUB_DATA: folderOfTest() }),
  async stop() {},
});

/** Starts one PostgreSQL server for all databases. */
export function postgresDatabases(): Databases {
  let server: PostgresServer | undefined;
  return {
    missing: postgresMissing(),
    async start() {
      server = await startPostgres();
    },
    fresh: () => readConfig({ HUB_DATA: folderOfTest(), HUB_DATABASE: server!.database() }),
    async stop() {
      await server?.stop();
    },
  };
}

/** Starts PostgreSQL with PgBouncer in front of it. */
export function bouncedDatabases(): Databases {
  let server: PostgresServer | undefined;
  let bouncer: Awaited<ReturnType<typeof startBouncer>> | undefined;
  return {
    missing: bouncerMissing(),
    async start() {
      server = await startPostgres();
      bouncer = await startBouncer(server);
    },
    fresh: () =>
      readConfig({
        HUB_DATA: folderOfTest(),
        HUB_DATABASE: server!.database().replace(`:${server!.port}/`, `:${bouncer!.port}/`),
      }),
    async stop() {
      bouncer?.stop();
      await server?.stop();
    },
  };
}

/** Sends statements to the database of a configuration, beside the stores, and returns the rows of the answer. */
export async function runSql({ database }: Config, sql: string): Promise<Record<string, string>[]> {
  if (database.kind === 'sqlite') {
    const open = new DatabaseSync(database.path);
    open.exec(sql);
    open.close();
    return [];
  }
  const client = new pg.Client(database.url.reveal());
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(sql);
  await client.end();
  return rows;
}

/** Opens the stores of a configuration as a served hub does; an unexpected error fails the test. */
export const openInstance = (config: Config, now?: () => Date): Stores =>
  openStores({
    config,
    notice() {},
    onFault(error) {
      throw error;
    },
    ...(now && { now }),
  });
