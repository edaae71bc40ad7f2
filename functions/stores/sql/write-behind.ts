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

/**
 * Makes two functions. `put` adds an entry, which replaces a waiting entry with the same key, and returns at once; it
 * drops a new entry if `room` entries wait already. `flush` tries once to write all waiting entries, and resolves to the
 * number of entries that could not be written; it never rejects.
 */
export function writeBehind<Entry>({ room, every, write, onFault }: WriteBehindSettings<Entry>) {
  let waiting = new Map<string, Entry>();
  let timer: NodeJS.Timeout | undefined;
  /** The running write. Only one write runs at a time, so that an older entry never replaces a newer one. */
  let writing: Promise<void> | undefined;

  const schedule = (wait: number) => {
    timer ??= setTimeout(() => void writeNow(), wait).unref();
  };
  const writeNow = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const writeWaiting = async () => {
    const batch = waiting;
    waiting = new Map();
    let wait = every;
    try {
      if (batch.size > 0) await write([...batch.values()]);
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        // The entries wait again, unless newer entries with the same keys have come.
        waiting = new Map([...new Map([...batch, ...waiting])].slice(0, room));
        wait = AGAIN_MS;
      } else onFault(error);
    }
    if (waiting.size > 0) schedule(wait);
  };
  return {
    put(key: string, entry: Entry): void {
      if (waiting.size >= room && !waiting.has(key)) return;
      waiting.set(key, entry);
      if (!writing) schedule(every);
    },
    async flush(): Promise<number> {
      await writing;
      await writeNow();
      clearTimeout(timer);
      return waiting.size;
    },
  };
}
