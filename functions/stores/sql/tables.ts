// Builds the tables of the database in steps, and runs queries in it. A hub that opens the database runs the steps that
// are missing; one instance does so at a time. SQLite and PostgreSQL both understand the SQL.
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { NewerSchema, type Sql, type Work } from './rows.ts';

export interface Step {
  statements: readonly string[];
  /**
   * The oldest step that a release must know to use the database after this step. A step that removes or narrows tables
   * of earlier releases sets `since`. A step without `since` only adds something, which harms no release (decision
   * 0035).
   */
  since?: string;
}

/** The steps by name. A released step never changes. New steps go to the end, and their names sort in this order. */
export const steps: Readonly<Record<string, Step>> = {
  // Release 0.1 may have made some of these tables without a record in MIGRATIONS. They stay as they are. `place` grows
  // with every entry of an account, and `requests` also counts the requests for models that the index has by now.
  '0001-accounts-demand-health': adds(
    `CREATE TABLE IF NOT EXISTS accounts (
       did TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, wallet TEXT, requests INTEGER NOT NULL DEFAULT 0)`,
    `CREATE TABLE IF NOT EXISTS saved (
       did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, place INTEGER NOT NULL,
       PRIMARY KEY (did, model))`,
    `CREATE TABLE IF NOT EXISTS requests (
       did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, asked TEXT NOT NULL,
       PRIMARY KEY (did, model))`,
    `CREATE TABLE IF NOT EXISTS interests (
       did TEXT NOT NULL PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, note TEXT, noted TEXT NOT NULL)`,
    'CREATE TABLE IF NOT EXISTS demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model))',
    `CREATE TABLE IF NOT EXISTS health (
       source TEXT NOT NULL PRIMARY KEY, ok INTEGER NOT NULL, checked TEXT, reason TEXT)`,
  ),
  // Adds the time of the probe. Without it, an old result would look like a result of today.
  '0002-health-asked': adds('ALTER TABLE health ADD COLUMN asked TEXT'),
  // Adds the data that instances share, and the oldest step that a release must know. `ends` and `latest` are
  // milliseconds since 1970. `times` of rates has the times of the last minute, separated by commas. Only releases before
  // 0.3 write findings about single models.
  '0003-instances': adds(
    'CREATE TABLE leases (name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, ends BIGINT NOT NULL, note TEXT)',
    `CREATE TABLE holder_findings (
       source TEXT NOT NULL, model TEXT NOT NULL, times INTEGER NOT NULL, next BIGINT NOT NULL, found BIGINT NOT NULL,
       PRIMARY KEY (source, model))`,
    `CREATE TABLE rates (
       did TEXT NOT NULL, kind TEXT NOT NULL, times TEXT NOT NULL, latest BIGINT NOT NULL, PRIMARY KEY (did, kind))`,
    'CREATE INDEX rates_latest ON rates (latest)',
    'CREATE TABLE hub_compatible (since TEXT NOT NULL)',
    "INSERT INTO hub_compatible VALUES ('0001-accounts-demand-health')",
  ),
  // Adds the models that the operator withdrew. `key` is the id in lower case, so that two ids that differ only in case
  // are one model.
  '0004-withdrawals': adds(
    `CREATE TABLE withdrawals (
       key TEXT NOT NULL PRIMARY KEY, model TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL,
       day TEXT NOT NULL, until TEXT)`,
  ),
  // Adds the results of probes by source and day, which only releases before 0.3 write.
  '0005-source-days': adds(
    `CREATE TABLE source_days (
       source TEXT NOT NULL, day TEXT NOT NULL, good INTEGER NOT NULL, probes INTEGER NOT NULL,
       PRIMARY KEY (source, day))`,
  ),
};

function adds(...statements: string[]): Step {
  return { statements };
}

/**
 * The name of the table of done steps. It differs from Kysely's own name, because another program may keep its tables
 * in the same PostgreSQL database.
 */
const MIGRATIONS = 'hub_migrations';
/**
 * The maximum number of milliseconds that a step waits for a lock in PostgreSQL, because other callers wait behind it.
 * The step is tried again later.
 */
const LOCK_MS = 2000;

/**
 * Runs the missing steps, all of them or none. If instances start together, one runs the steps, and the others find
 * nothing to do. Writes nothing to a database that is up to date, or that a newer release changed in a compatible way.
 * Throws a `NewerSchema` if that change was not compatible.
 */
export async function migrate(
  database: Kysely<unknown>,
  kind: 'sqlite' | 'postgres',
  known: Readonly<Record<string, Step>> = steps,
): Promise<void> {
  // Another hub may use another schema of the same PostgreSQL database.
  const asked = sql<{ name: string | null }>`SELECT current_schema() AS name`;
  const schema = kind === 'postgres' ? ((await asked.execute(database)).rows[0]?.name ?? undefined) : undefined;
  if (await isUpToDate(database, schema, known)) return;
  const before = kind === 'postgres' ? [`SET LOCAL lock_timeout = ${LOCK_MS}`] : [];
  const migrations = Object.entries(known).map(([name, { statements, since }]): [string, Migration] => {
    const after = since === undefined ? [] : [`UPDATE hub_compatible SET since = '${since}'`];
    return [
      name,
      {
        async up(transaction) {
          for (const text of [...before, ...statements, ...after]) await sql.raw(text).execute(transaction);
        },
      },
    ];
  });
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableName: MIGRATIONS,
    migrationLockTableName: `${MIGRATIONS}_lock`,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

async function isUpToDate(
  database: Kysely<unknown>,
  schema: string | undefined,
  known: Readonly<Record<string, Step>>,
) {
  const tables = await database.introspection.getTables();
  if (!tables.some((table) => table.name === MIGRATIONS && table.schema === schema)) return false;
  const table = schema === undefined ? sql.id(MIGRATIONS) : sql.id(schema, MIGRATIONS);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${table}`.execute(database);
  const done = new Set(rows.map(({ name }) => name));
  const isWhole = Object.keys(known).every((name) => done.has(name));
  if ([...done].every((name) => Object.hasOwn(known, name))) return isWhole;
  // A newer release ran steps. It recorded the oldest step that a release must know to use the database.
  const compatible = await sql<{ since: string }>`SELECT since FROM hub_compatible`.execute(database);
  if (!isWhole || !Object.hasOwn(known, compatible.rows[0]?.since ?? '')) throw new NewerSchema();
  return true;
}

/** Does `work` in the database, as one transaction if `isWhole` is true. */
export function runIn<T>(database: Kysely<unknown>, work: Work<T>, isWhole: boolean): Promise<T> {
  return isWhole ? database.transaction().execute((open) => work(sqlOn(open))) : work(sqlOn(database));
}

function sqlOn(database: Kysely<unknown>): Sql {
  const run = async <R>(text: TemplateStringsArray, ...values: unknown[]) =>
    (await sql<R>(text, ...values).execute(database)).rows;
  return Object.assign(run, {
    raw: (text: string) => sql.raw(text),
    values: (rows: readonly (readonly unknown[])[]) => sql.join(rows.map((row) => sql`(${sql.join(row)})`)),
  });
}
