// Keeps accounts in a database. Only one caller at a time writes an account, even from several instances.
import {
  type AccountAdmin,
  type AccountStore,
  MAX_OPEN_REQUESTS,
  MAX_SAVED,
  type NamedInterest,
  type NotedInterest,
  type OpenRequest,
  REQUEST_DAYS,
  type Wanted,
} from '../../../src/service/account-store.ts';
import type { Account } from '../../../src/shapes/account.ts';
import type { Rows, Sql } from './rows.ts';

const DAY_MS = 86_400_000;

/** Makes the interface to the accounts in `rows`. `now` returns the time of new entries. */
export function accountRows(rows: Rows, now: () => Date): AccountStore & AccountAdmin {
  /**
   * Does `work` while no other caller writes this account. It makes the account's row if needed, and locks it. With DO
   * NOTHING, PostgreSQL would not lock the row.
   */
  const inTurn = <T>(did: string, work: (sql: Sql, at: string) => Promise<T>): Promise<T> => {
    const at = now().toISOString();
    return rows.write(async (sql) => {
      await sql`INSERT INTO accounts (did, created, wallet, requests) VALUES (${did}, ${at}, NULL, 0)
                ON CONFLICT (did) DO UPDATE SET did = excluded.did`;
      return work(sql, at);
    });
  };
  return {
    check: () => rows.check(),
    read: async (did) =>
      (await rows.read((sql) => accountOf(sql, did))) ?? inTurn(did, (sql) => knownAccount(sql, did)),
    setWallet: (did, wallet) =>
      inTurn(did, async (sql) => {
        await sql`UPDATE accounts SET wallet = ${wallet} WHERE did = ${did}`;
        return knownAccount(sql, did);
      }),
    save: (did, model) =>
      inTurn(did, async (sql) => {
        await sql`INSERT INTO saved (did, model, place)
                  SELECT ${did}, ${model}, coalesce(max(place), 0) + 1 FROM saved WHERE did = ${did}
                  HAVING count(*) < ${MAX_SAVED} AND NOT EXISTS
                    (SELECT 1 FROM saved WHERE did = ${did} AND lower(model) = ${model.toLowerCase()})`;
        const saved = await savedOf(sql, did);
        return saved.some((one) => one.toLowerCase() === model.toLowerCase()) ? saved : 'full';
      }),
    unsave: (did, model) =>
      inTurn(did, async (sql) => {
        await sql`DELETE FROM saved WHERE did = ${did} AND lower(model) = ${model.toLowerCase()}`;
        return savedOf(sql, did);
      }),
    async request(did, model, isIndexed) {
      const record = (met: string[]) => inTurn(did, (sql, at) => recordRequest(sql, { did, model, at, met }));
      const first = await record([]);
      if (!('open' in first)) return first;
      // The database can't look into the index, so a second transaction closes the requests that the index fulfilled.
      const isMet = await Promise.all(first.open.map(isIndexed));
      const met = first.open.filter((_, at) => isMet[at]);
      const second = met.length > 0 ? await record(met) : first;
      return 'open' in second ? 'full' : second;
    },
    noteInterest: (did, note) =>
      inTurn(did, async (sql, at) => {
        await sql`INSERT INTO interests (did, note, noted) VALUES (${did}, ${note}, ${at})
                  ON CONFLICT (did) DO UPDATE SET note = coalesce(excluded.note, interests.note), noted = excluded.noted`;
      }),
    find: (did) =>
      rows.read(async (sql) => {
        const account = await accountOf(sql, did);
        if (!account) return undefined;
        const [interest] = await sql<NotedInterest>`SELECT note, noted FROM interests WHERE did = ${did}`;
        return { account, open: (await openOf(sql, did)).map(({ model }) => model), interest };
      }),
    forget: (did) =>
      rows.write(async (sql) => {
        await sql`DELETE FROM rates WHERE did = ${did}`;
        return (await sql`DELETE FROM accounts WHERE did = ${did} RETURNING did`).length > 0;
      }),
    interests: () =>
      rows.read((sql) => sql<NamedInterest>`SELECT did, note, noted FROM interests ORDER BY noted DESC, did`),
    wanted: () =>
      rows.read(async (sql) => {
        const wanted = await sql<Wanted>`
          SELECT model, CAST(sum(accounts) AS INTEGER) AS accounts, CAST(sum(days) AS INTEGER) AS days FROM (
            SELECT model, 1 AS accounts, 0 AS days FROM requests UNION ALL SELECT model, 0, 1 FROM demand) AS wishes
          GROUP BY model`;
        return wanted.sort((a, b) => b.accounts - a.accounts || b.days - a.days || (a.model < b.model ? -1 : 1));
      }),
    openRequests: () => rows.read((sql) => sql<OpenRequest>`SELECT did, model FROM requests ORDER BY asked, model`),
  };
}

/** Lists the saved models, the newest first. */
const savedOf = async (sql: Sql, did: string) =>
  (await sql<{ model: string }>`SELECT model FROM saved WHERE did = ${did} ORDER BY place DESC`).map(
    ({ model }) => model,
  );

async function accountOf(sql: Sql, did: string): Promise<Account | undefined> {
  const [row] = await sql<Account>`SELECT created, wallet, requests FROM accounts WHERE did = ${did}`;
  if (!row) return undefined;
  return { did, created: row.created, wallet: row.wallet, saved: await savedOf(sql, did), requests: row.requests };
}

/** Returns an account that must exist, because its row is locked. */
const knownAccount = async (sql: Sql, did: string) => (await accountOf(sql, did))!;

/** Lists the open requests, the oldest first. */
const openOf = (sql: Sql, did: string) =>
  sql<{ model: string; asked: string }>`SELECT model, asked FROM requests WHERE did = ${did} ORDER BY asked, model`;

/**
 * Closes the account's requests for the models in `met`, and records a request at the time `at` unless one for that
 * model is open. If too many requests are open, records nothing and returns their models.
 */
async function recordRequest(
  sql: Sql,
  { did, model, at, met }: { did: string; model: string; at: string; met: readonly string[] },
): Promise<Account | { open: string[] }> {
  for (const one of met) await sql`DELETE FROM requests WHERE did = ${did} AND model = ${one}`;
  let open = await openOf(sql, did);
  if (!open.some((one) => one.model.toLowerCase() === model.toLowerCase())) {
    if (open.length >= MAX_OPEN_REQUESTS) {
      const lapsed = new Date(Date.parse(at) - REQUEST_DAYS * DAY_MS).toISOString();
      await sql`DELETE FROM requests WHERE did = ${did} AND asked < ${lapsed}`;
      open = open.filter(({ asked }) => asked >= lapsed);
    }
    if (open.length >= MAX_OPEN_REQUESTS) return { open: open.map((one) => one.model) };
    await sql`INSERT INTO requests (did, model, asked) VALUES (${did}, ${model}, ${at})`;
    await sql`UPDATE accounts SET requests = requests + 1 WHERE did = ${did}`;
  }
  return knownAccount(sql, did);
}
