// How the database came to be, step by step, and how it is brought up to date: at start, by one instance at a time.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * A step is never changed once it was released; the next one is added beneath. Both databases understand the words.
 * `demand` may be there: the embedded store makes it as well, since it is needed before these queries are loaded.
 */
const steps: readonly (readonly string[])[] = [
  [
    `CREATE TABLE accounts (
       did TEXT NOT NULL PRIMARY KEY, created TEXT NOT NULL, wallet TEXT, requests INTEGER NOT NULL DEFAULT 0)`,
    `CREATE TABLE saved (
       did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, place INTEGER NOT NULL,
       PRIMARY KEY (did, model))`,
    `CREATE TABLE requests (
       did TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, model TEXT NOT NULL, asked TEXT NOT NULL,
       PRIMARY KEY (did, model))`,
    `CREATE TABLE interests (
       did TEXT NOT NULL PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, note TEXT, noted TEXT NOT NULL)`,
    'CREATE TABLE IF NOT EXISTS demand (day TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (day, model))',
  ],
];

/** Names the lock of PostgreSQL; any number that nobody else in the database uses. */
const LOCK = 4_817_321_906;

/**
 * Brings the database up to date. Instances that start together take turns, and all but the first find nothing to do.
 * Throws one sentence when the database is of a newer release.
 */
export async function migrate(database: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // SQLite's transaction begins with the lock already.
    if (kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await sql`CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER NOT NULL PRIMARY KEY)`.execute(transaction);
    const { rows } = await sql<{ done: number }>`SELECT count(*) AS done FROM schema_steps`.execute(transaction);
    const done = Number(rows[0]!.done);
    if (done > steps.length)
      throw new Error('The database of HUB_DATABASE was written by a newer release: run that one, or use another.');
    for (let step = done; step < steps.length; step++) {
      for (const statement of steps[step]!) await sql.raw(statement).execute(transaction);
      await sql`INSERT INTO schema_steps (step) VALUES (${sql.lit(step + 1)})`.execute(transaction);
    }
  });
}
