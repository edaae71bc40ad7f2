// Opens the store in a PostgreSQL database. Its calls run in this thread: the database is remote, so nothing blocks.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../../../src/basics/secret.ts';
import type { InstanceStore } from '../../../ports/instances.ts';
import { sqlFindings } from '../instances/sql-findings.ts';
import { sqlLeases } from '../instances/sql-leases.ts';
import { sqlRates } from '../instances/sql-rates.ts';
import { kyselyStore } from '../kysely-store.ts';
import { migrate } from '../migrations.ts';
import type { SqlStore } from '../sql-store.ts';
import type { OpenStore } from '../store-keeper.ts';
import { openPostgres } from './postgres-database.ts';
import { postgresFault, postgresOpeningFault } from './postgres-fault.ts';
import { postgresName } from './postgres-name.ts';

/** The maximum number of milliseconds that closing waits for a server that does not answer. */
const CLOSE_MS = 3000;

/** The calls to a database that several instances share. */
export type SharedCalls = SqlStore & InstanceStore;

/**
 * Connects, and brings the tables up to date. Opening and the later calls reject with a `StoreUnavailable` if the
 * database is at fault.
 */
export async function openPostgresStore(url: Secret): Promise<OpenStore<SharedCalls>> {
  const name = postgresName(url.reveal());
  const database = openPostgres(url);
  const close = async () => {
    const closed = database.destroy().catch(() => {});
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  };
  try {
    await migrate(database, 'postgres');
  } catch (error) {
    void close();
    throw postgresOpeningFault(name, error);
  }
  const store: SharedCalls = {
    ...kyselyStore(database),
    ...sqlLeases(database),
    ...sqlFindings(database),
    ...sqlRates(database),
  };
  return {
    async call(method, args) {
      try {
        return await (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        throw postgresFault(name, error);
      }
    },
    close,
  };
}
