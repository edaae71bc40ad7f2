// How the database came to be, step by step, and how it is brought up to date: when it is opened, by one instance at a time.
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './schema.ts';

/**
 * The statements of each step, by name. A step is never changed once it was released; the next one is added beneath,
 * with a name that sorts behind. Both databases understand the words.
 */
export const steps: Readonly<Record<string, readonly string[]>> = {
  // Release 0.1 made these tables without noting it here, some of them or all: they are taken over as they are.
  '0001-accounts-demand-health': [
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
  ],
  // When the probe was: an old result says nothing of today.
  '0002-health-asked': ['ALTER TABLE health ADD COLUMN asked TEXT'],
};

/** Named apart from Kysely's own, since another program may keep its tables in the same PostgreSQL database. */
export const MIGRATIONS = 'hub_migrations';

/** The tables are of a release that came after this one. */
export class NewerSchema extends Error {}

/** Names the turn of PostgreSQL; any number that nobody else in the database uses. */
const TURN = 4_817_321_906;

/**
 * Brings the database up to date, all of it or nothing. Instances that start together take turns, and all but the
 * first find nothing to do; a database that is up to date is only read. Throws a `NewerSchema`.
 */
export async function migrate(database: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const schema = kind === 'postgres' ? await currentSchema(database) : undefined;
  if (await isUpToDate(database, schema)) return;
  await database.transaction().execute(async (transaction) => {
    // SQLite's transaction begins with the lock already.
    if (kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(${sql.lit(TURN)})`.execute(transaction);
    const names = { migrationTableName: MIGRATIONS, migrationLockTableName: `${MIGRATIONS}_lock` };
    const place = schema === undefined ? names : { ...names, migrationTableSchema: schema };
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db: transaction, provider, ...place }).migrateToLatest();
    if (error !== undefined) throw error;
  });
}

const migrations = Object.fromEntries(
  Object.entries(steps).map(([name, statements]): [string, Migration] => [
    name,
    {
      async up(database) {
        for (const statement of statements) await sql.raw(statement).execute(database);
      },
    },
  ]),
);

/** Where PostgreSQL makes tables for this user: another hub may lie in another schema of the same database. */
async function currentSchema(database: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`SELECT current_schema() AS name`.execute(database);
  return rows[0]?.name ?? undefined;
}

async function isUpToDate(database: Kysely<Tables>, schema: string | undefined): Promise<boolean> {
  const tables = await database.introspection.getTables();
  if (!tables.some((table) => table.name === MIGRATIONS && table.schema === schema)) return false;
  const table = schema === undefined ? sql.id(MIGRATIONS) : sql.id(schema, MIGRATIONS);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${table}`.execute(database);
  const done = new Set(rows.map(({ name }) => name));
  if ([...done].some((name) => !Object.hasOwn(steps, name))) throw new NewerSchema();
  return Object.keys(steps).every((name) => done.has(name));
}
