// The stores that accounts may lie in, each opened in the same way, so that one suite can be played on all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '../../functions/hosts/open-accounts.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type PostgresServer, postgresMissing, startPostgres } from './postgres-server.ts';

/** Databases for tests. */
export interface Databases {
  /** Why it can't be had on this machine. */
  missing: string | undefined;
  start(): Promise<void>;
  /** A configuration with a fresh database. */
  fresh(): Config;
  stop(): Promise<void>;
}

/** A folder for each database, removed at the end. */
export function sqliteDatabases(): Databases {
  const folders: string[] = [];
  return {
    missing: undefined,
    async start() {},
    fresh() {
      const folder = mkdtempSync(join(tmpdir(), 'model-hub-accounts-'));
      folders.push(folder);
      return readConfig({ HUB_DATA: folder });
    },
    async stop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One server for all databases. */
export function postgresDatabases(): Databases {
  let server: PostgresServer | undefined;
  const { fresh: folder, stop: removeFolders } = sqliteDatabases();
  return {
    missing: postgresMissing(),
    async start() {
      server = await startPostgres();
    },
    fresh: () => readConfig({ HUB_DATA: folder().data, HUB_DATABASE: server!.database() }),
    async stop() {
      await server?.stop();
      await removeFolders();
    },
  };
}

/** Opens the accounts of a configuration, as an instance does; a fault is thrown on. */
export const openInstance = (config: Config) =>
  openAccounts(config, (error) => {
    throw error;
  });
