// Opens the stores of a Node host: accounts, demand, health and withdrawals. Their database is opened at the first use.
import { existsSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { looksSecret } from '../../src/basics/secret.ts';
import type { AccountAdmin, AccountStore } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import type { HealthStore, KeptHealth } from '../../src/service/kept-health.ts';
import { isInForce, type Withdrawal, type WithdrawalDesk } from '../../src/service/withdrawals.ts';
import type { ProbeReason } from '../../src/shapes/live.ts';
import type { DemandPort } from '../ports/ports.ts';
import { accountRows } from './sql/account-rows.ts';
import { type InstanceStore, instanceRows } from './sql/instance-rows.ts';
import { openRows, type Rows } from './sql/rows.ts';
import { writeBehind } from './sql/write-behind.ts';

export interface Stores {
  accounts: AccountStore & AccountAdmin;
  demand: DemandPort;
  health: HealthStore;
  withdrawals: WithdrawalDesk;
  /** The data that instances share; undefined for SQLite, which only this instance uses. */
  instances: InstanceStore | undefined;
  /**
   * Opens the database now, without waiting for the first request. Rejects with a `StoreUnavailable` if that fails.
   */
  open(): Promise<void>;
  /**
   * Writes the entries that wait in memory, and closes the database. Returns the number of entries that could not be
   * written. Never rejects, and does not wait for a database that is away.
   */
  close(): Promise<number>;
}

interface StoresSettings {
  config: Pick<Config, 'database'>;
  /**
   * Called with a line when the database fails, and when it works again. The same reason comes at most once in ten
   * minutes. Undefined for a command, whose calls fail by themselves and take as long as they take.
   */
  notice?: (line: string) => void;
  /** Called with each fault of ours. */
  onFault(error: unknown): void;
  /** Returns the time of new entries. */
  now?: () => Date;
}

/** The maximum numbers of model ids and of sources that wait to be written. */
const [DEMAND_WAITING, SOURCES] = [10_000, 1000];
const DEMAND_EVERY_MS = 1000;
/**
 * The maximum number of ids of a day, and the maximum number of days that are kept. They keep a flood of made-up names
 * from growing the database without end.
 */
const [DEMAND_A_DAY, DEMAND_DAYS] = [10_000, 30];
/** The number of ids in one transaction. SQLite blocks the thread for about 2 ms to write them. */
const AT_ONCE = 250;
const DAY_MS = 86_400_000;

/** The path of a database that is only in memory, for tests. */
const MEMORY = ':memory:';

const MEANWHILE =
  'Account requests get 503 until it works again; demand for missing models and probe results wait in memory. ' +
  'Everything else is answered as ever.';

/** Makes the stores that `config` describes. Opens and loads nothing yet. */
export function openStores({ config: { database }, notice, onFault, now = () => new Date() }: StoresSettings): Stores {
  const rows = openRows(database, { notice, meanwhile: MEANWHILE });
  const demand = writeBehind<Demand>({
    room: DEMAND_WAITING,
    every: DEMAND_EVERY_MS,
    onFault,
    write: (entries) => noteDemand(rows, entries, now()),
  });
  const health = writeBehind<[string, KeptHealth]>({
    room: SOURCES,
    every: 0,
    onFault,
    write: (found) => saveHealth(rows, found),
  });
  return {
    accounts: accountRows(rows, now),
    demand: {
      record(model) {
        // Somebody may have pasted a token instead of a model's id, and a token must not be stored.
        if (looksSecret(model)) return;
        const day = demandDay(now());
        demand.put(`${day} ${model}`, { day, model });
      },
    },
    health: {
      load: () => loadHealth(rows),
      save: (token, found) => health.put(token, [token, found]),
    },
    withdrawals: withdrawalRows(
      rows,
      () => database.kind === 'sqlite' && database.path !== MEMORY && !existsSync(database.path),
    ),
    instances: database.kind === 'sqlite' ? undefined : instanceRows(rows),
    open: () => rows.open(),
    async close() {
      const [ids, sources] = await Promise.all([demand.flush(), health.flush()]);
      if (ids + sources > 0)
        notice?.(
          `Lost at the end, since the database was away: ${ids} unknown models asked for, health of ${sources} sources.`,
        );
      await rows.close();
      return ids + sources;
    },
  };
}

/**
 * Does `work` with the stores of `config`, and then closes them. A failure of a store is not logged: it rejects the
 * call in `work`.
 */
export async function withStores<T>(
  config: StoresSettings['config'],
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const stores = openStores({ config, onFault() {} });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** A missing model that somebody requested, and the day as an ISO date. */
interface Demand {
  day: string;
  model: string;
}

/** Returns the day of demand to which a time belongs, as an ISO date. */
const demandDay = (time: Date) => time.toISOString().slice(0, 10);

/** Records each id once a day, up to the day's limit. Removes the demand of days that are old at the time `at`. */
async function noteDemand(rows: Rows, entries: readonly Demand[], at: Date): Promise<void> {
  const before = demandDay(new Date(at.getTime() - DEMAND_DAYS * DAY_MS));
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    // SQLite blocks the thread, so requests that have arrived meanwhile are answered between two transactions.
    if (from > 0) await setImmediate();
    await rows.write(async (sql) => {
      // Waits while another instance records demand. Otherwise both could count the day's ids before either has written.
      await sql`INSERT INTO leases (name, holder, ends) VALUES ('demand', '', 0)
                ON CONFLICT (name) DO UPDATE SET holder = ''`;
      for (const [day, asked] of Map.groupBy(entries.slice(from, from + AT_ONCE), (entry) => entry.day)) {
        const [{ noted } = { noted: 0 }] = await sql<{ noted: number }>`
          SELECT CAST(count(*) AS INTEGER) AS noted FROM demand WHERE day = ${day}`;
        const taken = asked.slice(0, Math.max(0, DEMAND_A_DAY - noted)).map(({ model }) => [day, model]);
        if (taken.length > 0)
          await sql`INSERT INTO demand (day, model) VALUES ${sql.values(taken)} ON CONFLICT DO NOTHING`;
      }
      await sql`DELETE FROM demand WHERE day < ${before}`;
    });
  }
}

/** The result of a probe in the database, which has no booleans. */
type HealthRow = Omit<KeptHealth, 'ok' | 'reason'> & { source: string; ok: number; reason: ProbeReason | null };

/** Loads the last result of each source, by its token. */
async function loadHealth(rows: Rows): Promise<Record<string, KeptHealth>> {
  const found = await rows.read((sql) => sql<HealthRow>`SELECT source, ok, checked, reason, asked FROM health`);
  return Object.fromEntries(
    found.map(({ source, ok, checked, reason, asked }) => [
      source,
      { ok: ok === 1, checked, asked, ...(reason !== null && { reason }) },
    ]),
  );
}

/** Saves results. One without the time of a last success leaves the time that is there. */
function saveHealth(rows: Rows, found: readonly [token: string, health: KeptHealth][]): Promise<void> {
  return rows.write(async (sql) => {
    for (const [token, { ok, checked, reason = null, asked }] of found)
      await sql`
        INSERT INTO health (source, ok, checked, reason, asked) VALUES (${token}, ${ok ? 1 : 0}, ${checked}, ${reason}, ${asked})
        ON CONFLICT (source) DO UPDATE SET
          ok = excluded.ok, checked = COALESCE(excluded.checked, health.checked), reason = excluded.reason, asked = excluded.asked`;
  });
}

/**
 * Makes the interface to the withdrawals in `rows`, one for each model. The case of ids does not matter. Reading them
 * makes no database while it `isMissing`.
 */
function withdrawalRows(rows: Rows, isMissing: () => boolean): WithdrawalDesk {
  return {
    async withdrawals() {
      if (isMissing()) return [];
      const found = await rows.read(
        (sql) => sql<Omit<Withdrawal, 'until'> & { until: string | null }>`
          SELECT model, status, reason, day, until FROM withdrawals ORDER BY key`,
      );
      return found.map(({ until, ...one }) => ({ ...one, ...(until !== null && { until }) }));
    },
    async withdraw({ model, status, reason, day, until = null }) {
      await rows.writeOne(
        (sql) => sql`
          INSERT INTO withdrawals (key, model, status, reason, day, until)
          VALUES (${model.toLowerCase()}, ${model}, ${status}, ${reason}, ${day}, ${until})
          ON CONFLICT (key) DO UPDATE SET model = excluded.model, status = excluded.status,
            reason = excluded.reason, day = excluded.day, until = excluded.until`,
      );
    },
    async lift(model) {
      if (isMissing()) return false;
      const key = model.toLowerCase();
      return (await rows.writeOne((sql) => sql`DELETE FROM withdrawals WHERE key = ${key} RETURNING key`)).length > 0;
    },
  };
}

/**
 * The milliseconds between two readings of withdrawals, and the maximum number of milliseconds that the start waits for
 * the first list. Other instances learn of a withdrawal within about this time.
 */
const [READ_EVERY_MS, FIRST_MS] = [1000, 1000];

/**
 * Reads the withdrawals once, waits for them at most `FIRST_MS`, and reads them every second after `start`. No request
 * waits for the database. While it is away, the last list stays. `get` returns the withdrawals in force at the last
 * reading, in the same list object until they change, and undefined before the first reading. From `start` on,
 * `onChange` is called when they change.
 */
export async function followWithdrawals({ withdrawals }: Stores) {
  let list: readonly Withdrawal[] | undefined;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let changed = () => {};
  const look = async () => {
    // Faults are not reported here, because the code that opened the database reports them.
    const found = await withdrawals.withdrawals().catch(() => undefined);
    const inForce = found?.filter(isInForce);
    reading = undefined;
    if (!inForce || JSON.stringify(inForce) === JSON.stringify(list)) return;
    list = inForce;
    changed();
  };
  const lookOnce = () => {
    reading ??= look();
    return reading;
  };
  await Promise.race([lookOnce(), sleep(FIRST_MS, undefined, { ref: false })]);
  return {
    get: () => list,
    start(onChange: () => void) {
      changed = onChange;
      timer = setInterval(lookOnce, READ_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
