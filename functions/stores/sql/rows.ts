// Gives access to the rows of one database: opens it at its first use, opens it again after a failure, and reports
// failures.
import { StoreUnavailable } from '../../../src/service/account-store.ts';
import type { Config } from '../../../src/service/config.ts';
import { Breaker } from '../waits/breaker.ts';

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
   * Rejects with a `StoreUnavailable` if the database can't be opened.
   */
  open(mayCreate: boolean, onEnd: () => void): Promise<OpenDatabase>;
  /** True if a call that gets no answer soon is given up, because somebody waits for it. */
  isHurried?: boolean;
  /**
   * Called with a line if the database fails, every ten minutes while the reason stays the same, and when the database
   * works again.
   */
  notice(line: string): void;
  /** Returns milliseconds of a clock that only goes forward. */
  clock?: () => number;
}

/**
 * The milliseconds between two checks of the database. Anybody may ask for health, so the database is not checked at
 * each request.
 */
const CHECK_EVERY_MS = 1000;
const OPEN_AGAIN_MS = 1000;
const SAY_AGAIN_MS = 600_000;
/** The milliseconds between notices about a database that fails and recovers again and again. */
const REST_MS = 10_000;
/** The milliseconds for which a check fails after a failed write. */
const FAILING_MS = 5000;
/** The maximum number of reported reasons that are remembered. */
const REASONS = 20;

export class Rows {
  readonly #settings: RowsSettings;
  readonly #clock: () => number;
  #opening: Promise<OpenDatabase> | undefined;
  /** True if the database has been open. If the file is missing later, somebody has removed it. */
  #wasOpen = false;
  #closed = false;
  /**
   * The reason and time of the last failure to open. Calls that come soon after the failure are rejected without a new
   * attempt.
   */
  #refusal: { at: number; error: unknown } | undefined;
  #writeFailed = Number.NEGATIVE_INFINITY;
  #isDown = false;
  #checked: { at: number; answer: Promise<unknown> } | undefined;
  readonly #breaker: Breaker | undefined;
  /**
   * For each reason, the time of its last notice, and the number of calls that have failed for this reason since that
   * notice.
   */
  readonly #reasons = new Map<string, { at: number; since: number }>();

  constructor(settings: RowsSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? (() => performance.now());
    if (settings.isHurried)
      this.#breaker = new Breaker({
        away: () => new StoreUnavailable(`${settings.name} does not answer in time.`),
        trial: () => this.#run(begin, true),
      });
  }

  /** Opens the database now, without waiting for the first call. Rejects with a `StoreUnavailable`. */
  async open(): Promise<void> {
    await this.#openDatabase().catch((error) => this.#fail(error));
  }

  /** Does `work`, which only reads. Rejects with a `StoreUnavailable` if the database is at fault. */
  read<T>(work: Work<T>): Promise<T> {
    return this.#soon(work, false).catch((error) => this.#fail(error));
  }

  /** Does `work` as one transaction. Rejects with a `StoreUnavailable` if the database is at fault. */
  write<T>(work: Work<T>): Promise<T> {
    return this.#write(work, true);
  }

  /** Does `work`, which is one statement. Rejects with a `StoreUnavailable` if the database is at fault. */
  writeOne<T>(work: Work<T>): Promise<T> {
    return this.#write(work, false);
  }

  async #write<T>(work: Work<T>, isWhole: boolean): Promise<T> {
    try {
      const result = await this.#soon(work, isWhole);
      this.#wrote();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#writeFailed = this.#clock();
      return this.#fail(error);
    }
  }

  /** Resolves if the database can begin a write. Rejects also if the last write failed a short time ago. */
  async check(): Promise<void> {
    const now = this.#clock();
    if (!this.#checked || now - this.#checked.at >= CHECK_EVERY_MS)
      this.#checked = { at: now, answer: this.#soon(begin, true).catch((error) => this.#fail(error)) };
    await this.#checked.answer;
    if (this.#clock() - this.#writeFailed < FAILING_MS) throw new StoreUnavailable('The last write failed.');
  }

  /** Closes the database. Later calls do not open it again. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = await this.#opening?.catch(() => undefined);
    await open?.close();
  }

  #soon<T>(work: Work<T>, isWhole: boolean): Promise<T> {
    return this.#breaker ? this.#breaker.within(() => this.#run(work, isWhole)) : this.#run(work, isWhole);
  }

  async #run<T>(work: Work<T>, isWhole: boolean): Promise<T> {
    return (await this.#openDatabase()).run(work, isWhole);
  }

  #openDatabase(): Promise<OpenDatabase> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The hub is ending.'));
    if (this.#refusal && this.#clock() - this.#refusal.at < OPEN_AGAIN_MS) return Promise.reject(this.#refusal.error);
    if (this.#opening) return this.#opening;
    const opening = this.#open(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    this.#opening = opening;
    return opening;
  }

  async #open(onEnd: () => void): Promise<OpenDatabase> {
    try {
      const open = await this.#settings.open(!this.#wasOpen, onEnd);
      this.#wasOpen = true;
      this.#refusal = undefined;
      return open;
    } catch (error) {
      this.#refusal = { at: this.#clock(), error };
      onEnd();
      throw error;
    }
  }

  #wrote(): void {
    this.#writeFailed = Number.NEGATIVE_INFINITY;
    if (!this.#isDown) return;
    this.#isDown = false;
    // Without this line, "works again" would stay the last notice although the database fails again.
    for (const entry of this.#reasons.values()) entry.at = Math.min(entry.at, this.#clock() - SAY_AGAIN_MS + REST_MS);
    this.#settings.notice(`${this.#settings.name} works again.`);
  }

  #fail(error: unknown): never {
    if (error instanceof StoreUnavailable && !this.#closed) this.#report(error.message);
    throw error;
  }

  #report(reason: string): void {
    const now = this.#clock();
    const entry = this.#reasons.get(reason) ?? { at: Number.NEGATIVE_INFINITY, since: 0 };
    entry.since++;
    if (now - entry.at < SAY_AGAIN_MS) return;
    const count = entry.since > 1 ? ` It failed ${entry.since} times since this was said last.` : '';
    this.#settings.notice(`${reason} ${this.#settings.meanwhile}${count}`);
    if (this.#reasons.size >= REASONS) this.#reasons.clear();
    this.#reasons.set(reason, { at: now, since: 0 });
    this.#isDown = true;
  }
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
  return new Rows({
    name: isRemote ? postgresName(place.url.reveal()) : `The database ${place.path}`,
    ...{ meanwhile, notice: notice ?? (() => {}), isHurried: isRemote && notice !== undefined },
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
