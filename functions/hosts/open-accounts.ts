// The accounts of a Node host: opened when first asked for, brought up to date once, and asked again after a failure.
import type { Config } from '../../src/config.ts';
import { type AccountDesk, type AccountStore, StoreUnavailable } from '../account/account-store.ts';
import type { DemandPort } from '../ports.ts';
import { DemandBuffer } from './demand-buffer.ts';

/** The whole of what a database keeps of people. */
export interface OpenAccounts {
  store: AccountStore & AccountDesk;
  /** Demand of all instances; only where the database is not the embedded one, which has its own way. */
  demand: DemandPort | undefined;
  /** Opens now instead of at the first request. Rejects with one sentence that holds no password. */
  open(): Promise<void>;
  /** Writes what is still in memory and closes. */
  close(): Promise<void>;
}

/** An open database. */
interface Opened {
  store: AccountStore & AccountDesk;
  noteDemand(ids: readonly string[], now: Date): Promise<void>;
  close(): Promise<void>;
}

/** The accounts in the database of `config`. The layer that speaks to it is not loaded before it is needed. */
export function openAccounts(config: Pick<Config, 'database'>, onFault: (error: unknown) => void): OpenAccounts {
  let opening: Promise<Opened> | undefined;
  const opened = () => {
    opening ??= openDatabase(config).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const demand = new DemandBuffer(async (ids) => (await opened()).noteDemand(ids, new Date()), onFault);
  return {
    store: storeBehind(async () => (await opened()).store),
    demand: config.database.kind === 'postgres' ? demand : undefined,
    open: async () => void (await opened().catch((error) => Promise.reject(unavailable(error)))),
    async close() {
      await demand.flush();
      // What never opened needs no closing.
      const open = await opening?.catch(() => undefined);
      await open?.close();
    },
  };
}

async function openDatabase({ database }: Pick<Config, 'database'>): Promise<Opened> {
  const { migrate } = await import('./sql/migrations.ts');
  const { sqlAccounts } = await import('./sql/sql-accounts.ts');
  const { noteDemand } = await import('./sql/sql-demand.ts');
  const kysely =
    database.kind === 'sqlite'
      ? (await import('./sql/sqlite-database.ts')).openSqlite(database.path)
      : (await import('./sql/postgres-database.ts')).openPostgres(database.url);
  try {
    await migrate(kysely, database.kind);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return {
    store: sqlAccounts(kysely),
    noteDemand: (ids, now) => noteDemand(kysely, ids, now),
    close: () => kysely.destroy(),
  };
}

/** A store whose methods open the database first, and say so when it can't be reached. */
function storeBehind(opened: () => Promise<AccountStore & AccountDesk>): AccountStore & AccountDesk {
  const ask = async <T>(work: (store: AccountStore & AccountDesk) => Promise<T>): Promise<T> => {
    try {
      return await work(await opened());
    } catch (error) {
      throw unavailable(error);
    }
  };
  let checked: { at: number; answer: Promise<void> } | undefined;
  return {
    // Anybody may ask for health: the database hears of it once a second.
    check() {
      if (!checked || performance.now() - checked.at > CHECK_EVERY_MS)
        checked = { at: performance.now(), answer: ask((store) => store.check()) };
      return checked.answer;
    },
    read: (did) => ask((store) => store.read(did)),
    setWallet: (did, wallet) => ask((store) => store.setWallet(did, wallet)),
    save: (did, model) => ask((store) => store.save(did, model)),
    unsave: (did, model) => ask((store) => store.unsave(did, model)),
    request: (did, model, isIndexed) => ask((store) => store.request(did, model, isIndexed)),
    noteInterest: (did, note) => ask((store) => store.noteInterest(did, note)),
    find: (did) => ask((store) => store.find(did)),
    forget: (did) => ask((store) => store.forget(did)),
    wanted: () => ask((store) => store.wanted()),
  };
}

const CHECK_EVERY_MS = 1000;

/** SQLSTATE classes of a server that is not there, is full or goes down (PostgreSQL appendix A). */
const SERVER_AWAY = /^(?:08|28|3D|53|57P)/;
/** SQLite's codes for a file that is locked, can't be read or opened, or has no room left. */
const FILE_AWAY = new Set([5, 6, 10, 13, 14]);

/** The same error, as a `StoreUnavailable` where the database is at fault and not the query. */
function unavailable(error: unknown): unknown {
  const { code, errcode, message = '' } = error as { code?: string; errcode?: number; message?: string };
  const isAway =
    (typeof code === 'string' && (SERVER_AWAY.test(code) || /^E[A-Z]+$/.test(code))) ||
    (errcode !== undefined && FILE_AWAY.has(errcode & 0xff)) ||
    /timeout|Connection terminated/i.test(message);
  if (!isAway) return error;
  const what = code ?? (errcode === undefined ? message : `SQLite error ${errcode}`);
  return new StoreUnavailable(`The database of HUB_DATABASE can't be reached (${what}).`, { cause: error });
}
