// Opens the stores of a Node host: accounts, demand, health and withdrawals. Their databases are opened at the first
// use.

import { existsSync } from 'node:fs';
import { looksSecret } from '../../src/basics/secret-shape.ts';
import type { AccountDesk, AccountStore } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import type { HealthStore, KeptHealth } from '../../src/service/kept-health.ts';
import type { WithdrawalDesk } from '../../src/service/withdrawals.ts';
import type { Account } from '../../src/shapes/account.ts';
import type { InstanceStore } from '../ports/instances.ts';
import type { DemandPort } from '../ports/ports.ts';
import { postgresName } from './sql/postgres/postgres-name.ts';
import type { SharedCalls } from './sql/postgres/postgres-store.ts';
import type { Demand } from './sql/sql-store.ts';
import { StoreKeeper } from './sql/store-keeper.ts';
import { WriteBehind } from './sql/write-behind.ts';

export interface Stores {
  accounts: AccountStore & AccountDesk;
  demand: DemandPort;
  health: HealthStore;
  withdrawals: WithdrawalDesk;
  /** The data that instances share; undefined for a database that only this instance uses. */
  instances: InstanceStore | undefined;
  /** The database of accounts, which other threads call too. */
  shared: AccountsDatabase;
  /**
   * Opens the database of accounts now, without waiting for the first request. Rejects with a `StoreUnavailable` if
   * that fails.
   */
  open(): Promise<void>;
  /**
   * Writes the entries that wait in memory, and closes the databases. Returns the number of entries that could not be
   * written. Never rejects, and does not wait for a database that is away.
   */
  close(): Promise<number>;
}

/** A database that this thread calls directly or through another thread. */
export type AccountsDatabase = Pick<StoreKeeper, 'call' | 'check'>;

interface StoresSettings {
  config: Pick<Config, 'database' | 'embeddedDatabase'>;
  /**
   * Called with a line when a database fails, and when it works again. The same reason comes at most once in ten
   * minutes.
   */
  notice(line: string): void;
  /** Called with each fault of ours. */
  onFault(error: unknown): void;
  /** Returns the time of new entries. */
  now?: () => Date;
}

/** The maximum number of model ids that wait to be written. */
const DEMAND_WAITING = 10_000;
const DEMAND_EVERY_MS = 1000;
const SOURCES = 1000;

/** Makes the stores that `config` describes. Opens and loads nothing yet. */
export function openStores({ config, notice, onFault, now = () => new Date() }: StoresSettings): Stores {
  const { database } = config;
  const embedded = embeddedKeeper(config, notice);
  const postgres = database.kind === 'postgres' ? postgresKeeper(database.url, notice) : undefined;
  const shared: Pick<StoreKeeper, 'call' | 'check' | 'open' | 'close'> = postgres ?? embedded;
  const demand = new WriteBehind<Demand>({
    ...{ room: DEMAND_WAITING, every: DEMAND_EVERY_MS, onFault },
    write: (asked) => shared.call('noteDemand', asked, now().toISOString()),
  });
  const health = new WriteBehind<[string, KeptHealth]>({
    ...{ room: SOURCES, every: 0, onFault },
    write: (found) => embedded.call('saveHealth', found),
  });
  return {
    shared,
    accounts: accountsOf(shared, now),
    demand: {
      record(model) {
        // Somebody may have pasted a token instead of a model's id, and a token must not be stored.
        if (looksSecret(model)) return;
        const day = now().toISOString().slice(0, 10);
        demand.put(`${day} ${model}`, { day, model });
      },
    },
    health: {
      load: () => embedded.call('loadHealth'),
      save: (token, found) => health.put(token, [token, found]),
    },
    withdrawals: withdrawalsOf(shared, database),
    instances: postgres && instancesOf(postgres),
    open: () => shared.open(),
    async close() {
      const [ids, sources] = await Promise.all([demand.flush(), health.flush()]);
      if (ids + sources > 0)
        notice(
          `Lost at the end, since their database was away: ${ids} unknown models asked for, health of ${sources} sources.`,
        );
      await Promise.all([embedded.close(), shared.close()]);
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
  const stores = openStores({ config, notice() {}, onFault() {} });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

const REFUSED = 'Account requests get 503 until it works again; demand for missing models';
const UNHARMED = 'Everything else is answered as ever.';

function embeddedKeeper(
  { database, embeddedDatabase: path }: StoresSettings['config'],
  notice: (line: string) => void,
) {
  const waits = database.kind === 'sqlite' ? `${REFUSED} and probe results wait` : 'Probe results wait until then';
  return new StoreKeeper({
    ...{ name: `The database ${path}`, meanwhile: `${waits} in memory. ${UNHARMED}`, notice },
    async open(mayCreate, onEnd) {
      const { openSqliteStore } = await import('./sql/sqlite/sqlite-store.ts');
      return openSqliteStore({ path, mayCreate }, onEnd);
    },
  });
}

function postgresKeeper(url: (Config['database'] & { kind: 'postgres' })['url'], notice: (line: string) => void) {
  return new StoreKeeper<SharedCalls>({
    ...{ name: postgresName(url.reveal()), meanwhile: `${REFUSED} waits in memory. ${UNHARMED}`, notice },
    async open() {
      const { openPostgresStore } = await import('./sql/postgres/postgres-store.ts');
      return openPostgresStore(url);
    },
  });
}

function instancesOf(keeper: StoreKeeper<SharedCalls>): InstanceStore {
  return {
    hold: (...lease) => keeper.call('hold', ...lease),
    leave: (...lease) => keeper.call('leave', ...lease),
    note: (...note) => keeper.call('note', ...note),
    noted: (name) => keeper.call('noted', name),
    takeRate: (did, kind) => keeper.call('takeRate', did, kind),
  };
}

/** Makes the interface to the withdrawals in `keeper`. Reading them creates no file. */
function withdrawalsOf(keeper: AccountsDatabase, database: Config['database']): WithdrawalDesk {
  const isMissing = () => database.kind === 'sqlite' && !existsSync(database.path);
  return {
    withdrawals: async () => (isMissing() ? [] : keeper.call('withdrawals')),
    withdraw: (withdrawal) => keeper.call('withdraw', withdrawal),
    lift: async (model) => !isMissing() && keeper.call('lift', model),
  };
}

/** Makes the interface to the accounts in `keeper`. `now` returns the time of new entries. */
function accountsOf(keeper: AccountsDatabase, now: () => Date): AccountStore & AccountDesk {
  const at = () => now().toISOString();
  return {
    check: () => keeper.check(),
    read: async (did) => (await keeper.call('peek', did)) ?? keeper.call('begin', did, at()),
    setWallet: (did, wallet) => keeper.call('setWallet', did, wallet, at()),
    save: (did, model) => keeper.call('save', did, model, at()),
    unsave: (did, model) => keeper.call('unsave', did, model, at()),
    request: (did, model, isIndexed) => askedTwice(isIndexed, (met) => keeper.call('request', did, model, met, at())),
    noteInterest: (did, note) => keeper.call('noteInterest', did, note, at()),
    find: (did) => keeper.call('find', did),
    forget: (did) => keeper.call('forget', did),
    interests: (limit, after) => keeper.call('interests', limit, after),
    wanted: () => keeper.call('wanted'),
    openRequests: () => keeper.call('openRequests'),
  };
}

/**
 * Records the request for a model by `ask`, in two steps, because the database can't look into the index. `ask` first closes the requests for the models in `met`. If too many requests are still
 * open, `ask` records nothing, and returns the models of the open requests. `ask` is then called once more, and `met`
 * has the models among them that the index has by now. Returns 'full' if too many requests are open even then.
 */
async function askedTwice(
  isIndexed: Parameters<AccountStore['request']>[2],
  ask: (met: readonly string[]) => Promise<Account | { open: string[] }>,
): Promise<Account | 'full'> {
  const first = await ask([]);
  if (!('open' in first)) return first;
  const isMet = await Promise.all(first.open.map(isIndexed));
  const met = first.open.filter((_, at) => isMet[at]);
  const second = met.length > 0 && (await ask(met));
  return second && !('open' in second) ? second : 'full';
}
