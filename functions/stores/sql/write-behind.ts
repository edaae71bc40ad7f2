// Entries on their way to a database: gathered in memory and written together, so that nobody waits, and kept until they are written.
import { StoreUnavailable } from '../../../src/service/account-store.ts';

interface WriteBehindSettings<Entry> {
  /** So many entries may wait; further ones are dropped. */
  room: number;
  /** Entries gather for so many milliseconds. */
  every: number;
  /** Writes entries, all or none. While it rejects with a `StoreUnavailable`, they wait. */
  write(entries: Entry[]): Promise<void>;
  /** Hears any other fault. The entries that met it are dropped, or they would meet it again. */
  onFault(error: unknown): void;
}

/** Time until the next try. */
const AGAIN_MS = 5000;

export class WriteBehind<Entry> {
  readonly #settings: WriteBehindSettings<Entry>;
  #waiting = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  /** The write under way, one at a time: an older entry never comes behind a newer one. */
  #writing: Promise<void> | undefined;

  constructor(settings: WriteBehindSettings<Entry>) {
    this.#settings = settings;
  }

  /** Takes an entry, in place of the one that waits under the same key. Returns at once. */
  put(key: string, entry: Entry): void {
    if (this.#waiting.size >= this.#settings.room && !this.#waiting.has(key)) return;
    this.#waiting.set(key, entry);
    if (!this.#writing) this.#schedule(this.#settings.every);
  }

  /** Writes what waits, once; gives how many entries could not be written. Never rejects. */
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

  /** Gives false when the entries must wait on; entries that came meanwhile are newer and win. */
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
