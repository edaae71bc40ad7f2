// Entries on their way to a database: collected in memory and written together, so that nobody waits.
import { StoreUnavailable } from '../../../src/service/account-store.ts';

interface WriteBehindSettings<Entry> {
  /** The most entries that may wait; further ones are dropped. */
  room: number;
  /** Milliseconds for which entries are collected. */
  every: number;
  /** Writes entries, all or none. While it rejects with a `StoreUnavailable`, they wait. */
  write(entries: Entry[]): Promise<void>;
  /** Called with any other fault. The entries of the failed write are dropped, since they would fail again. */
  onFault(error: unknown): void;
}

/** Milliseconds until the next attempt. */
const AGAIN_MS = 5000;

export class WriteBehind<Entry> {
  readonly #settings: WriteBehindSettings<Entry>;
  #waiting = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  /** The running write. There is one at a time, so that an older entry never overtakes a newer one. */
  #writing: Promise<void> | undefined;

  constructor(settings: WriteBehindSettings<Entry>) {
    this.#settings = settings;
  }

  /** Takes an entry, and replaces a waiting one with the same key. Returns at once. */
  put(key: string, entry: Entry): void {
    if (this.#waiting.size >= this.#settings.room && !this.#waiting.has(key)) return;
    this.#waiting.set(key, entry);
    if (!this.#writing) this.#schedule(this.#settings.every);
  }

  /** Writes all waiting entries once, and gives the number that could not be written. Never rejects. */
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

  /** Gives false when the entries must keep waiting; newer entries that came meanwhile win. */
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
