// Makes D1 databases for tests, in miniflare's workerd. The operator's commands send them the same queries as any other
// SQL database.
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { accountStatements } from '../../functions/stores/sql/account-queries.ts';
import { d1Accounts } from '../../functions/stores/sql/d1/d1-accounts.ts';
import { D1Batches, type D1Database, d1Words } from '../../functions/stores/sql/d1/d1-batches.ts';
import type { Tables } from '../../functions/stores/sql/schema.ts';
import { sqlDesk } from '../../functions/stores/sql/sql-desk.ts';
import type { AccountDesk, AccountStore } from '../../src/service/account-store.ts';
import { installedRuntime, runtimesMissing } from '../clients/runtimes.ts';
import type { Miniflare } from '../fixtures/miniflare.d.ts';

/** The largest number of databases that the suite opens. */
const MOST = 32;
const names = Array.from({ length: MOST }, (_, at) => `DB${at}`);

export function d1Databases() {
  const path = installedRuntime('miniflare');
  let miniflare: Miniflare | undefined;
  let next = 0;
  return {
    missing: runtimesMissing('miniflare'),
    async start() {
      const { Miniflare } = (await import(path!)) as typeof import('../fixtures/miniflare.d.ts');
      const script = 'export default { fetch: () => new Response() }';
      miniflare = new Miniflare({ modules: true, script, d1Databases: names, compatibilityDate: '2026-07-30' });
      await miniflare.ready;
    },
    async open(now: () => Date) {
      const database = await miniflare!.getD1Database(names[next++]!);
      const batches = new D1Batches(database);
      const store: AccountStore & AccountDesk = { ...d1Accounts(batches, now), ...sqlDesk(asked(database)) };
      // Sends a hundred models in one batch, because each call crosses a process boundary and is slow.
      const fill = async (did: string, models: readonly string[]) => {
        const { lock, save } = accountStatements(d1Words);
        for (let at = 0; at < models.length; at += 100) {
          const some = models.slice(at, at + 100).map((model) => save({ did, model }));
          await batches.ask([lock({ did, created: now().toISOString() }), ...some]);
        }
      };
      return { store, fill };
    },
    stop: async () => miniflare?.dispose(),
  };
}

/** Returns a Kysely database that sends one statement at a time to D1, as the operator's commands need. */
function asked(database: D1Database): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const [answer] = await database.batch([database.prepare(sql).bind(...parameters)]);
      return { rows: answer!.results as R[], numAffectedRows: BigInt(answer!.meta.changes) };
    },
    streamQuery() {
      throw new Error('the desk reads no streams');
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createDriver: () => ({
        async init() {},
        acquireConnection: async () => connection,
        async beginTransaction() {},
        async commitTransaction() {},
        async rollbackTransaction() {},
        async releaseConnection() {},
        async destroy() {},
      }),
    },
  });
}
