// Sends batches to a D1 database. Each batch is one transaction. The first batch creates the tables, or brings them up
// to date.
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { LazyValue } from '../../../../src/basics/lazy-value.ts';
import { StoreUnavailable, StoreUnusable } from '../../../../src/service/account-store.ts';
import { ASK_SINCE, isNewer, MIGRATIONS, statementsOf, steps } from '../migrations.ts';
import type { Tables } from '../schema.ts';

interface D1Statement {
  bind(...values: unknown[]): D1Statement;
}

/** A D1 database in the form of a Workers binding. */
export interface D1Database {
  prepare(query: string): D1Statement;
  /** Runs all statements in this order, or none of them. No statement of another caller comes in between. */
  batch(statements: D1Statement[]): Promise<{ results: Record<string, unknown>[]; meta: { changes: number } }[]>;
}

/** Builds statements in the SQL of D1, and sends nothing. */
export const d1Words = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** The type of the rows that each statement of a batch returns. */
type RowsOf<S extends readonly Compilable[]> = { [At in keyof S]: S[At] extends Compilable<infer Row> ? Row[] : never };

export class D1Batches {
  readonly #database: D1Database;
  readonly #ready: LazyValue<void>;

  constructor(database: D1Database) {
    this.#database = database;
    this.#ready = new LazyValue(() => this.#migrate());
  }

  /** Runs all of `statements`, or none of them. Rejects with a `StoreUnavailable` if the database is at fault. */
  async ask<const S extends readonly Compilable[]>(statements: S): Promise<RowsOf<S>> {
    await this.#ready.get();
    const texts = statements.map((one) => {
      const { sql, parameters } = one.compile();
      return [sql, parameters] as const;
    });
    return (await this.#run(texts)) as RowsOf<S>;
  }

  /**
   * Runs the missing migration steps, each in one batch. If two isolates start together, both may try a step: the
   * second one fails, and finds at its next attempt that the step is done.
   */
  async #migrate(): Promise<void> {
    const table = `CREATE TABLE IF NOT EXISTS ${MIGRATIONS} (name TEXT NOT NULL PRIMARY KEY, timestamp TEXT NOT NULL)`;
    const [, rows] = await this.#run([[table], [`SELECT name FROM ${MIGRATIONS}`]]);
    const done = new Set(rows!.map(({ name }) => String(name)));
    if (isNewer(done)) {
      const [since] = await this.#run([[ASK_SINCE]]);
      if (!Object.hasOwn(steps, String(since![0]?.since)))
        throw new StoreUnusable('The D1 database was written by a newer release: deploy that one, or bind another.');
    }
    for (const [name, step] of Object.entries(steps)) {
      if (done.has(name)) continue;
      const note = [`INSERT INTO ${MIGRATIONS} VALUES (?, ?)`, [name, new Date().toISOString()]] as const;
      await this.#run([note, ...statementsOf(step).map((text) => [text] as const)]);
    }
  }

  async #run(statements: readonly (readonly [text: string, values?: readonly unknown[]])[]) {
    try {
      const made = statements.map(([text, values = []]) => this.#database.prepare(text).bind(...values));
      return (await this.#database.batch(made)).map(({ results }) => results);
    } catch (error) {
      throw new StoreUnavailable(`The D1 database does not answer: ${(error as Error).message}.`, { cause: error });
    }
  }
}
