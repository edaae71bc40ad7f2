// Tests that a newer release can change the tables while the earlier release runs (decision 0035): no write is lost or
// refused.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../../../../../functions/stores/sql/postgres.ts';
import { migrate, type Step, steps } from '../../../../../functions/stores/sql/tables.ts';
import type { Secret } from '../../../../../src/basics/secret.ts';
import { openInstance, postgresDatabases } from '../../../../accounts/stores.ts';
import { inAll } from '../../../../fixtures/in-all.ts';
import { needs } from '../../../../fixtures/needs.ts';

const names = Object.keys(steps);
/** Returns the migration steps of the release whose newest step is `last`. */
const until = (last: string) => Object.fromEntries(Object.entries(steps).filter(([name]) => name <= last));
const later = (step: Step) => ({ ...steps, '9999-later': step });

describe('every step', () => {
  const narrows = /\b(?:DROP|RENAME|TRUNCATE|DELETE\s+FROM|SET\s+NOT\s+NULL|ADD\s+CONSTRAINT|ALTER\s+COLUMN|UNIQUE)\b/i;
  const added = /ADD\s+COLUMN\s+\w+\s+(?<rest>.*)/i;

  test.each(names)('%s only adds, or names the oldest release that can still use the tables', (name) => {
    const { statements, since } = steps[name]!;
    const isExpansion = statements.every((text) => {
      const rest = added.exec(text)?.groups?.rest ?? '';
      return !narrows.test(text) && (!/NOT\s+NULL/i.test(rest) || /DEFAULT/i.test(rest));
    });
    expect(isExpansion || (since !== undefined && since <= name && names.includes(since))).toBe(true);
  });

  test('each step sorts after the earlier ones', () => expect(names).toEqual([...names].sort()));
});

/** Statements of the last release whose database has no tables for instances. `tests/upgrade` has them all. */
const OLD_WORDS = {
  lock: 'insert into "accounts" ("did", "created", "wallet", "requests") values ($1, $2, NULL, 0) on conflict ("did") do update set "did" = "excluded"."did"',
  save:
    'insert into "saved" ("did", "model", "place") select $1, $2, coalesce(max("place"), 0) + 1 from ' +
    '"saved" where "did" = $1 having count(*) < 500 on conflict do nothing',
  request: 'insert into "requests" ("did", "model", "asked") values ($1, $2, $3) on conflict do nothing',
  demand: 'insert into "demand" ("day", "model") values ($1, $2) on conflict do nothing',
  health:
    'insert into "health" ("source", "ok", "checked", "reason", "asked") values ($1, $2, $3, $4, $5) on ' +
    'conflict ("source") do update set "ok" = $2, "checked" = $3, "reason" = $4, "asked" = $5',
};

/** Makes writes as the old release does: some in a transaction, some without. */
async function oldRound(pool: pg.Pool, at: number): Promise<void> {
  const did = `did:old:${at % 7}`;
  const now = '2026-11-20T00:00:00.000Z';
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(OLD_WORDS.lock, [did, now]);
    await client.query(OLD_WORDS.save, [did, `o/saved-${at}`]);
    await client.query(OLD_WORDS.request, [did, `o/asked-${at}`, now]);
    await client.query('commit');
    await client.query(OLD_WORDS.demand, ['2026-11-20', `o/demand-${at}`]);
    await client.query(OLD_WORDS.health, ['srca', 1, now, 'verified', now]);
  } finally {
    client.release();
  }
}

const postgres = postgresDatabases();
describe('PostgreSQL', { ...needs(postgres.missing), ...inAll() }, () => {
  beforeAll(() => postgres.start());
  afterAll(() => postgres.stop());

  const opened: { pool: pg.Pool; typed: ReturnType<typeof connectPostgres> }[] = [];
  afterEach(async () => {
    for (const { pool, typed } of opened.splice(0)) await Promise.all([pool.end(), typed.destroy()]);
  });

  function database() {
    const config = postgres.fresh();
    const url = (config.database as { url: Secret }).url;
    const one = { pool: new pg.Pool({ connectionString: url.reveal(), max: 4 }), typed: connectPostgres(url) };
    // The server may end before the pool has closed its last connection. The error of that connection must not fail the
    // test.
    one.pool.on('error', () => {});
    one.pool.on('connect', (client) => client.on('error', () => {}));
    opened.push(one);
    return { config, ...one };
  }

  test('the previous release writes while this release changes the tables, and afterwards; nothing is lost', async () => {
    const { config, pool, typed } = database();
    await migrate(typed, 'postgres', until('0002-health-asked'));
    let rounds = 0;
    let isOver = false;
    const writing = [0, 1, 2].map(async () => {
      while (!isOver) await oldRound(pool, rounds++);
    });
    const reached = async (count: number) => {
      while (rounds < count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await reached(30);
    // Several instances of this release start at once, and write while the old release writes.
    const fresh = Array.from({ length: 3 }, () => openInstance(config));
    await Promise.all(fresh.map((one) => one.open()));
    const during = rounds;
    await fresh[0]!.accounts.save('did:old:0', 'o/new');
    await reached(during + 30);
    isOver = true;
    await Promise.all(writing);
    const count = async (table: string) => Number((await pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
    expect([await count('saved'), await count('requests'), await count('demand')]).toEqual([
      rounds + 1,
      rounds,
      rounds,
    ]);
    // The previous release can start again, because every migration step that it needs is recorded.
    await migrate(typed, 'postgres', until('0002-health-asked'));
    await oldRound(pool, rounds);
    await Promise.all(fresh.map((one) => one.close()));
  });

  test('a step that waits for a lock gives up and is tried again, so writers are not held up', async () => {
    const { pool, typed } = database();
    await migrate(typed, 'postgres');
    await oldRound(pool, 0);
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select * from health');
    const widened = later({ statements: ['ALTER TABLE health ADD COLUMN later TEXT'] });
    const first = await migrate(typed, 'postgres', widened).catch((error: { code: string }) => error.code);
    expect(first).toBe('55P03');
    await oldRound(pool, 1);
    await reader.query('commit');
    reader.release();
    await migrate(typed, 'postgres', widened);
    await oldRound(pool, 2);
  });
});
