// Keeps a value that isolates share under a key of Workers KV. A cron trigger writes it, and each isolate reads it
// again after half a minute.
import type { KvNamespace } from './bindings.ts';

/**
 * The seconds after which an isolate reads the value again. The cache of KV may keep the value just as long, so an
 * isolate may see a value twice as old.
 */
const LOOK_EVERY = 30;

interface ValueSettings<T> {
  key: string;
  /** The name of the value's format. A new shape gets a new name. */
  format: string;
  /** True if `value` has the shape of the format. */
  is: (value: unknown) => Promise<boolean>;
  /** The value before the first write. */
  first: T;
}

export class KvValue<T> {
  readonly #kv: KvNamespace;
  readonly #settings: ValueSettings<T>;
  #looked = Number.NEGATIVE_INFINITY;
  /** The value that this isolate last read or wrote. */
  current: T;

  constructor(kv: KvNamespace, settings: ValueSettings<T>) {
    this.#kv = kv;
    this.#settings = settings;
    this.current = settings.first;
  }

  /**
   * Reads the value, unless it was read less than `LOOK_EVERY` seconds ago. Never rejects: while KV is away the old
   * value stays.
   */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = Date.now();
    await this.read({ cacheTtl: LOOK_EVERY });
  }

  /** Reads the value now. Ignores a value that is malformed or from another release; the next write replaces it. */
  async read(options?: { cacheTtl: number }): Promise<T> {
    const { key, format, is } = this.#settings;
    const kept = parsed(await this.#kv.get(key, options).catch(() => null)) as
      | { format?: string; value?: T }
      | undefined;
    if (kept?.format === format && (await is(kept.value))) this.current = kept.value as T;
    return this.current;
  }

  /** Writes the value for every isolate. */
  async write(value: T): Promise<void> {
    this.current = value;
    const { key, format } = this.#settings;
    await this.#kv.put(key, JSON.stringify({ format, value }));
  }
}

/** Parses JSON; returns undefined for null, and for a text that is no JSON. */
export function parsed(text: string | null): unknown {
  try {
    return (text === null ? undefined : JSON.parse(text)) ?? undefined;
  } catch {
    return undefined;
  }
}
