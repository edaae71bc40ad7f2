// Gives access to the rows of one database: opens it at its first use, opens it again after a failure, and reports
// failures.
import { lazyValue } from '../../../src/basics/remembered.ts';
import { StoreUnavailable } from '../../../src/service/account-store.ts';
import type { Config } from '../../../src/service/config.ts';
import { createBreaker } from '../../client/breaker.ts';

/** Runs statements. SQLite and PostgreSQL both understand each statement of code that both use. */
export interface Sql {
  /** Runs a statement with values, and resolves to its rows. */
  <R = unknown>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]>;
  /** Makes a part of a statement, which stands in the place of a value. */
  raw(text: string): object;
  /** Makes the values of an INSERT of several rows, which stand in the place of a value. */
  values(rows: readonly (readonly unknown[])[]): object;
}
/** Statements that belong together. They may be repeated without a second effect. */
export type Work<T> = (sql: Sql) => Promise<T>;

/** Gives access to the rows of a database. Every call rejects with a `StoreUnavailable` if the database is at fault. */
export interface Rows {
  /** Opens the database now, without waiting for the first call. */
  open(): Promise<void>;
  /** Does `work`, which only reads. */
  read<T>(work: Work<T>): Promise<T>;
  /** Does `work` as one transaction. */
  write<T>(work: Work<T>): Promise<T>;
  /** Does `work`, which is one statement. */
  writeOne<T>(work: Work<T>): Promise<T>;
  /** Resolves if the database can begin a write. Rejects also if the last write failed a short time ago. */
  check(): Promise<void>;
  /** Closes the database. Later calls do not open it again. */
  close(): Promise<void>;
}

/** An open database. */
export interface OpenDatabase {
  /**
   * Does `work`, as one transaction if `isWhole` is true. Rejects with a `StoreUnavailable` if the database is at fault.
   */
  run<T>(work: Work<T>, isWhole: boolean): Promise<T>;
  /** Waits for running calls, and closes the database. It takes a limited time. */
  close(): Promise<void>;
}

interface RowsSettings {
  /** The name of the database in notices. */
  name: string;
  /** The end of a notice: what callers get while the database is away. */
  meanwhile: string;
  /**
   * Opens the database. Creates it only if `mayCreate` is true. Calls `onEnd` if the database can't be used any more.
   * Rejects if the database can't be opened.
   */
  open(mayCreate: boolean, onEnd: () => void): Promise<OpenDatabase>;
  /** True if a call that gets no answer soon is given up, because somebody waits for it. */
  isHurried?: boolean;
  /**
   * Called with a line if the database fails, every ten minutes while the reason stays the same, and when the database
   * works again.
   */
  notice(line: string): void;
}

/**
 * The milliseconds between two checks of the database. Anybody may ask for health, so the database is not checked at
 * each request.
 */
const CHECK_EVERY_MS = 1000;
/** The milliseconds after a failure to open for which calls are rejected without another attempt. */
const OPEN_AGAIN_MS = 1000;
/** The milliseconds between notices about one reason. */
const SAY_AGAIN_MS = 600_000;
/** The milliseconds between notices about a database that fails for changing reasons, or recovers again and again. */
const REST_MS = 10_000;
/** The milliseconds for which a check fails after a failed write. */
const FAILING_MS = 5000;

/** Makes the access to a database, and opens nothing yet. */
function guardedRows(settings: RowsSettings): Rows {
  const { name, open, isHurried } = settings;
  const notices = noticesOf(settings);
  /** True if the database has been open. If the file is missing later, somebody has removed it. */
  let wasOpen = false;
  let isClosed = false;
  const database = lazyValue(
    async () => {
      if (isClosed) throw new StoreUnavailable('The hub is ending.');
      let hasEnded = false;
      const end = () => {
        // A connection may report its end again, when a new one is open already.
        if (!hasEnded) database.forget();
        hasEnded = true;
      };
      const opened = await open(!wasOpen, end).catch((error: Error) => {
        throw openingFault(name, error);
      });
      wasOpen = true;
      return opened;
    },
    { rest: OPEN_AGAIN_MS },
  );
  let writeFailed = Number.NEGATIVE_INFINITY;
  let checked: { at: number; answer: Promise<unknown> } | undefined;

  const run = async <T>(work: Work<T>, isWhole: boolean): Promise<T> => (await database.get()).run(work, isWhole);
  const breaker = createBreaker({
    away: () => new StoreUnavailable(`${name} does not answer in time.`),
    trial: () => run(begin, true),
  });
  const runSoon: typeof run = (work, isWhole) =>
    isHurried ? breaker.within(() => run(work, isWhole)) : run(work, isWhole);
  const fail = (error: unknown): never => {
    if (error instanceof StoreUnavailable && !isClosed) notices.failed(error.message);
    throw error;
  };
  const write = async <T>(work: Work<T>, isWhole: boolean): Promise<T> => {
    try {
      const result = await runSoon(work, isWhole);
      writeFailed = Number.NEGATIVE_INFINITY;
      notices.works();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) writeFailed = performance.now();
      return fail(error);
    }
  };
  return {
    open: () => database.get().then(() => {}, fail),
    read: (work) => runSoon(work, false).catch(fail),
    write: (work) => write(work, true),
    writeOne: (work) => write(work, false),
    async check() {
      if (!checked || performance.now() - checked.at >= CHECK_EVERY_MS)
        checked = { at: performance.now(), answer: runSoon(begin, true).catch(fail) };
      await checked.answer;
      if (performance.now() - writeFailed < FAILING_MS) throw new StoreUnavailable('The last write failed.');
    },
    async close() {
      isClosed = true;
      const opened = database.get().catch(() => undefined);
      database.forget();
      await (await opened)?.close();
    },
  };
}

/** Makes the functions that report the failures of a database, and that it works again. */
function noticesOf({ name, meanwhile, notice }: RowsSettings) {
  let isDown = false;
  /** The last reason, and the time of the last notice. */
  let last = { reason: '', at: Number.NEGATIVE_INFINITY };
  return {
    failed(reason: string): void {
      const at = performance.now();
      if (at - last.at < (reason === last.reason ? SAY_AGAIN_MS : REST_MS)) return;
      last = { reason, at };
      notice(`${reason} ${meanwhile}`);
      isDown = true;
    },
    works(): void {
      if (!isDown) return;
      isDown = false;
      // Without this line, "works again" would stay the last notice although the database fails again.
      last.reason = '';
      notice(`${name} works again.`);
    },
  };
}

/** Thrown if the tables belong to a newer release and this release can't use them. */
export class NewerSchema extends Error {}

/** Turns any fault of an attempt to open the database into a `StoreUnavailable`. */
function openingFault(name: string, error: Error): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const isNewer = error instanceof NewerSchema;
  const reason = isNewer
    ? 'was written by a newer release: run that one, or use another database'
    : `can't be opened: ${error.message}`;
  return new StoreUnavailable(`${name} ${reason}.`, { cause: error });
}

/**
 * Begins a transaction. In SQLite, it takes the writers' lock at its beginning, so it fails if nothing can be written.
 */
const begin: Work<unknown> = (sql) => sql`SELECT did FROM accounts LIMIT 1`;

/**
 * Makes the access to the database at `place`, and opens nothing yet. A hub passes a `notice` for its failures, and no
 * caller of the hub waits long for PostgreSQL. Without `notice`, calls take as long as they take.
 */
export function openRows(
  place: Config['database'],
  { meanwhile, notice }: { meanwhile: string; notice: RowsSettings['notice'] | undefined },
): Rows {
  const isRemote = place.kind === 'postgres';
  return guardedRows({
    name: isRemote ? postgresName(place.url.reveal()) : `The database ${place.path}`,
    meanwhile,
    notice: notice ?? (() => {}),
    isHurried: isRemote && notice !== undefined,
    async open(mayCreate, onEnd) {
      if (isRemote) return (await import('./postgres.ts')).openPostgres(place.url);
      return (await import('./sqlite.ts')).openSqlite(place.path, { mayCreate, rests: notice !== undefined }, onEnd);
    },
  });
}

/** Names the database at `url` by its name and host, without user and password, for the beginning of a sentence. */
export function postgresName(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `The database "${decodeURIComponent(pathname.slice(1))}" on ${host || (searchParams.get('host') ?? 'this machine')}`;
  } catch {
    return 'The database of HUB_DATABASE';
  }
}
