// A value that isolates share, under a key of KV: written by a cron trigger, read again now and then.
import type { KvNamespace } from './bindings.ts';

/** Seconds after which an isolate reads it again: what KV keeps near it is as old at most. */
const LOOK_EVERY = 30;

interface ValueSettings<T> {
  key: string;
  /** Stands with the value, and changes with its shape. */
  format: string;
  /** True where a value of this format is what is meant. */
  is: (value: unknown) => Promise<boolean>;
  /** What it is as long as nobody has written any. */
  first: T;
}

export class KvValue<T> {
  readonly #kv: KvNamespace;
  readonly #settings: ValueSettings<T>;
  #looked = Number.NEGATIVE_INFINITY;
  /** As it was last read or written here. */
  current: T;

  constructor(kv: KvNamespace, settings: ValueSettings<T>) {
    this.#kv = kv;
    this.#settings = settings;
    this.current = settings.first;
  }

  /** Reads it, unless it did a moment ago. Never rejects: without KV it is what it was. */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = Date.now();
    await this.read({ cacheTtl: LOOK_EVERY });
  }

  /** Reads it now. What another release wrote, or nobody, counts for nothing: it is written anew. */
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

/** The JSON that `text` says; undefined where that is none, and for no text. */
export function parsed(text: string | null): unknown {
  try {
    return (text === null ? undefined : JSON.parse(text)) ?? undefined;
  } catch {
    return undefined;
  }
}
