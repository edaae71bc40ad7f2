// The stores that accounts may lie in, each opened in the same way, so that one suite can be played on all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, type Stores } from '../../functions/stores/open-stores.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
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

/** The stores of a configuration, as an instance has them; a fault of ours ends the test. */
export const openInstance = (config: Config, now?: () => Date): Stores =>
  openStores({
    ...{ config, notice() {} },
    onFault(error) {
      throw error;
    },
    ...(now && { now }),
  });
