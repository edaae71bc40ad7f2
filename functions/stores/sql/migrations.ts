// Builds the tables of the database in steps. A hub that opens the database runs the steps that are missing; one
// instance does so at a time.
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './schema.ts';

export interface Step {
  statements: readonly string[];
  /**
   * The oldest step that a release must know to use the database after this step. A step that removes or narrows tables
   * of earlier releases sets `since`. A step without `since` only adds something, which harms no release (decision
   * 0035).
   */
  since?: string;
}

/**
 * The steps by name. A released step never changes. New steps go to the end, and their names sort in this order. SQLite
 * and PostgreSQL both understand the SQL.
 */
export const steps: Readonly<Record<string, Step>> = {
  // Release 0.1 may have made some of these tables without a record in MIGRATIONS. They stay as they are.
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
  // Adds the data that instances share, and the oldest step that a release must know. Only releases before 0.3 write
  // findings about single models.
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
  // Adds the models that the operator withdrew.
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

/** Selects the oldest step that a release must know to use the database. */
const ASK_SINCE = 'SELECT since FROM hub_compatible';

/** Thrown if the tables belong to a newer release and this release can't use them. */
export class NewerSchema extends Error {}

/** The number of the advisory lock in PostgreSQL. It can be any number that nobody else in the database uses. */
const TURN = 4_817_321_906;

/**
 * The maximum number of milliseconds that a step waits for a lock, because other callers wait behind it. The step is
 * tried again later.
 */
const LOCK_MS = 2000;

/** Returns all statements of a step, and the statement that records its `since`. */
function statementsOf({ statements, since }: Step): string[] {
  return [...statements, ...(since === undefined ? [] : [`UPDATE hub_compatible SET since = '${since}'`])];
}

/**
 * True if `done` has steps that `known` lacks. In that case `ASK_SINCE` tells whether this release can still use the
 * database.
 */
const isNewer = (done: Iterable<string>, known = steps) => [...done].some((name) => !Object.hasOwn(known, name));

/**
 * Runs the missing steps, all of them or none. If instances start together, one runs the steps, and the others find
 * nothing to do. Writes nothing to a database that is up to date, or that a newer release changed in a compatible way.
 * Throws a `NewerSchema` if that change was not compatible.
 */
export async function migrate(
  database: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  known: Readonly<Record<string, Step>> = steps,
): Promise<void> {
  const schema = kind === 'postgres' ? await currentSchema(database) : undefined;
  if (await isUpToDate(database, schema, known)) return;
  await database.transaction().execute(async (transaction) => {
    // SQLite needs no lock here: its transaction takes the writers' lock at its beginning.
    if (kind === 'postgres') {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(TURN)})`.execute(transaction);
      await sql.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`).execute(transaction);
    }
    const names = { migrationTableName: MIGRATIONS, migrationLockTableName: `${MIGRATIONS}_lock` };
    const place = schema === undefined ? names : { ...names, migrationTableSchema: schema };
    const provider = { getMigrations: async () => migrationsOf(known) };
    const { error } = await new Migrator({ db: transaction, provider, ...place }).migrateToLatest();
    if (error !== undefined) throw error;
  });
}

const migrationsOf = (known: Readonly<Record<string, Step>>) =>
  Object.fromEntries(
    Object.entries(known).map(([name, step]): [string, Migration] => [
      name,
      {
        async up(database) {
          for (const statement of statementsOf(step)) await sql.raw(statement).execute(database);
        },
      },
    ]),
  );

/**
 * Returns the schema in which PostgreSQL makes this user's tables. Another hub may use another schema of the same
 * database.
 */
async function currentSchema(database: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`SELECT current_schema() AS name`.execute(database);
  return rows[0]?.name ?? undefined;
}

async function isUpToDate(
  database: Kysely<Tables>,
  schema: string | undefined,
  known: Readonly<Record<string, Step>>,
): Promise<boolean> {
  const tables = await database.introspection.getTables();
  if (!tables.some((table) => table.name === MIGRATIONS && table.schema === schema)) return false;
  const table = schema === undefined ? sql.id(MIGRATIONS) : sql.id(schema, MIGRATIONS);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${table}`.execute(database);
  const done = new Set(rows.map(({ name }) => name));
  const isWhole = Object.keys(known).every((name) => done.has(name));
  if (!isNewer(done, known)) return isWhole;
  const [{ since } = { since: '' }] = (await sql.raw<{ since: string }>(ASK_SINCE).execute(database)).rows;
  if (!isWhole || !Object.hasOwn(known, since)) throw new NewerSchema();
  return true;
}
