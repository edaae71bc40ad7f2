// A value that isolates share, under a key of KV: written by a cron trigger, read again now and then.
import type { KvNamespace } from './bindings.ts';

/** Seconds after which an isolate reads it again: what KV keeps near it is as old at most. */
const LOOK_EVERY = 30;

interface ValueSettings<T> {
  key: string;
  /** Marks the value, and changes with its shape. */
  format: string;
  /** Tells whether a value has this format. */
  is: (value: unknown) => Promise<boolean>;
  /** The value before anybody has written one. */
  first: T;
}

export class KvValue<T> {
  readonly #kv: KvNamespace;
  readonly #settings: ValueSettings<T>;
  #looked = Number.NEGATIVE_INFINITY;
  /** The value last read or written here. */
  current: T;

  constructor(kv: KvNamespace, settings: ValueSettings<T>) {
    this.#kv = kv;
    this.#settings = settings;
    this.current = settings.first;
  }

  /** Reads the value, unless it did a moment ago. Never rejects: without KV the old value stays. */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = Date.now();
    await this.read({ cacheTtl: LOOK_EVERY });
  }

  /** Reads the value now. A value of another release, or a malformed one, is ignored and overwritten later. */
  async read(options?: { cacheTtl: number }): Promise<T> {
    const { key, format, is } = this.#settings;
    const kept = parsed(await this.#kv.get(key, options).catch(() => null)) as
      | { format?: string; value?: T }
      | undefined;
    if (kept?.format === format && (await is(kept.value))) this.current = kept.value as T;
    return this.current;
  }

  /** Writes it for every isolate. */
  async write(value: T): Promise<void> {
    this.current = value;
    const { key, format } = this.#settings;
    await this.#kv.put(key, JSON.stringify({ format, value }));
  }
}

/** Parses JSON; undefined for any other text, and for none. */
export function parsed(text: string | null): unknown {
  try {
    return (text === null ? undefined : JSON.parse(text)) ?? undefined;
  } catch {
    return undefined;
  }
}
