// Gives access to one database: opens it at its first use, opens it again after a failure, and reports failures.
import { StoreUnavailable } from '../../../src/service/account-store.ts';
import { Breaker } from '../waits/breaker.ts';
import { READS, type SqlStore, UNHURRIED } from './sql-store.ts';

/** An open database. */
export interface OpenStore<Calls extends SqlStore = SqlStore> {
  /** Calls the database. Rejects with a `StoreUnavailable` if the database is at fault. */
  call(method: keyof Calls, args: readonly unknown[]): Promise<unknown>;
  /** Waits for running calls, and closes the database. It takes a limited time. */
  close(): Promise<void>;
}

interface KeeperSettings<Calls extends SqlStore> {
  /** The name of the database in notices. */
  name: string;
  /**
   * Opens the database. Creates it only if `mayCreate` is true. Calls `onEnd` if the database can't be used any more.
   * Rejects with a `StoreUnavailable` if the database can't be opened.
   */
  open(mayCreate: boolean, onEnd: () => void): Promise<OpenStore<Calls>>;
  /** The end of a notice: what callers get while the database is away. */
  meanwhile: string;
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

const isWrite = (method: PropertyKey) => method !== 'check' && !READS.has(method);

type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;
type ResultOf<F> = F extends (...args: never[]) => Promise<infer R> ? R : never;

export class StoreKeeper<Calls extends SqlStore = SqlStore> {
  readonly #settings: KeeperSettings<Calls>;
  readonly #clock: () => number;
  #opening: Promise<OpenStore<Calls>> | undefined;
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
  readonly #breaker: Breaker;
  /**
   * For each reason, the time of its last notice, and the number of calls that have failed for this reason since that
   * notice.
   */
  readonly #reasons = new Map<string, { at: number; since: number }>();

  constructor(settings: KeeperSettings<Calls>) {
    this.#settings = settings;
    this.#clock = settings.clock ?? (() => performance.now());
    this.#breaker = new Breaker({
      away: () => new StoreUnavailable(`${settings.name} does not answer in time.`),
      trial: () => this.#do('check', []),
    });
  }

  /** Opens the database now, without waiting for the first call. */
  async open(): Promise<void> {
    await this.#openStore().catch((error) => this.#fail(error));
  }

  /** Calls the database. Rejects with a `StoreUnavailable` if the database is at fault, and with any fault of ours. */
  async call<M extends keyof Calls>(method: M, ...args: ArgumentsOf<Calls[M]>): Promise<ResultOf<Calls[M]>> {
    return (await this.#ask(method, args)) as ResultOf<Calls[M]>;
  }

  /** Resolves if the database answers. Rejects also if the last write failed a short time ago. */
  async check(): Promise<void> {
    const now = this.#clock();
    if (!this.#checked || now - this.#checked.at >= CHECK_EVERY_MS)
      this.#checked = { at: now, answer: this.#ask('check', []) };
    await this.#checked.answer;
    if (this.#clock() - this.#writeFailed < FAILING_MS) throw new StoreUnavailable('The last write failed.');
  }

  /** Closes the database. Later calls do not open it again. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = await this.#opening?.catch(() => undefined);
    await open?.close();
  }

  async #ask(method: keyof Calls, args: readonly unknown[]): Promise<unknown> {
    try {
      const work = () => this.#do(method, args);
      const result = await (UNHURRIED.has(method) ? work() : this.#breaker.within(work));
      if (isWrite(method)) this.#wrote();
      return result;
    } catch (error) {
      if (isWrite(method) && error instanceof StoreUnavailable) this.#writeFailed = this.#clock();
      return this.#fail(error);
    }
  }

  async #do(method: keyof Calls, args: readonly unknown[]): Promise<unknown> {
    const open = await this.#openStore();
    return open.call(method, args);
  }

  #openStore(): Promise<OpenStore<Calls>> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The hub is ending.'));
    if (this.#refusal && this.#clock() - this.#refusal.at < OPEN_AGAIN_MS) return Promise.reject(this.#refusal.error);
    if (this.#opening) return this.#opening;
    const opening = this.#open(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    this.#opening = opening;
    return opening;
  }

  async #open(onEnd: () => void): Promise<OpenStore<Calls>> {
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
    if (error instanceof StoreUnavailable && !this.#closed) this.#tell(error.message);
    throw error;
  }

  #tell(reason: string): void {
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
