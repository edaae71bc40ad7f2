// Collects entries for a database in memory and writes them together, so that no request waits for a write.
import { StoreUnavailable } from '../../../src/service/account-store.ts';

interface WriteBehindSettings<Entry> {
  /** The maximum number of entries that wait. Further entries are dropped. */
  room: number;
  /** The milliseconds for which entries are collected before a write. */
  every: number;
  /** Writes all entries or none. If it rejects with a `StoreUnavailable`, the entries wait for the next attempt. */
  write(entries: Entry[]): Promise<void>;
  /**
   * Called if a write fails for another reason than `StoreUnavailable`. The entries of the failed write are dropped,
   * because they would fail again.
   */
  onFault(error: unknown): void;
}

/** The milliseconds from a failed attempt to the next one. */
const AGAIN_MS = 5000;

export class WriteBehind<Entry> {
  readonly #settings: WriteBehindSettings<Entry>;
  #waiting = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  /** The running write. Only one write runs at a time, so that an older entry never replaces a newer one. */
  #writing: Promise<void> | undefined;

  constructor(settings: WriteBehindSettings<Entry>) {
    this.#settings = settings;
  }

  /**
   * Adds an entry, which replaces a waiting entry with the same key. Drops a new entry if `room` entries wait already.
   * Returns at once.
   */
  put(key: string, entry: Entry): void {
    if (this.#waiting.size >= this.#settings.room && !this.#waiting.has(key)) return;
    this.#waiting.set(key, entry);
    if (!this.#writing) this.#schedule(this.#settings.every);
  }

  /**
   * Tries once to write all waiting entries, and returns the number of entries that could not be written. Never
   * rejects.
   */
  async flush(): Promise<number> {
    await this.#writing;
    await this.#write();
    clearTimeout(this.#timer);
    return this.#waiting.size;
  }

  #schedule(wait: number): void {
    this.#timer ??= setTimeout(() => void this.#write(), wait).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = new Map();
    const wait = batch.size === 0 || (await this.#isWritten(batch)) ? this.#settings.every : AGAIN_MS;
    if (this.#waiting.size > 0) this.#schedule(wait);
  }

  /**
   * Writes a batch. If its entries must wait again, returns false and puts them back, unless newer entries with the
   * same keys have come.
   */
  async #isWritten(batch: Map<string, Entry>): Promise<boolean> {
    try {
      await this.#settings.write([...batch.values()]);
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        const all = [...new Map([...batch, ...this.#waiting])];
        this.#waiting = new Map(all.slice(0, this.#settings.room));
        return false;
      }
      this.#settings.onFault(error);
    }
    return true;
  }
}
