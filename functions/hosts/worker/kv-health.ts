// Keeps the results of probes under a key of Workers KV. A cron trigger writes them, and each isolate reads them again
// every half minute.
import { own } from '../../../src/basics/own.ts';
import { type Probed, resultLifetime, type Spell, withProbe } from '../../../src/service/kept-health.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../../src/shapes/health.ts';
import type { HealthPort } from '../../ports/ports.ts';
import { byHost, healthBy, UNPROBED } from '../../sources/by-host.ts';
import { type HeldFilesOf, probeHeld } from '../../sources/held-files.ts';
import type { KvNamespace } from './bindings.ts';

/** The seconds between two runs of the cron trigger. */
const EVERY = 60;

/**
 * The seconds after which an isolate reads the results again. The cache of KV may keep them just as long, so an isolate
 * may see results that are twice as old.
 */
const LOOK_EVERY = 30;

const KEY = 'probes';
/** The name of the stored format. A new shape gets a new name. */
const FORMAT = 'hub.model-hub.probes/v2';

export class KvHealth implements HealthPort {
  readonly #kv: KvNamespace;
  readonly #sources: readonly Source[];
  #looked = Number.NEGATIVE_INFINITY;
  /** The results that this isolate last read or wrote. */
  #found: Probed = { sources: {} };

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    this.#kv = kv;
    this.#sources = sources;
  }

  /**
   * Reads the last results, unless this isolate read them in the last half minute. Never rejects: while KV is away the
   * hub goes on with the results that it has.
   */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = Date.now();
    await this.#read({ cacheTtl: LOOK_EVERY });
  }

  /** Reads the results now. Ignores a value in another format; the next run replaces it. */
  async #read(options?: { cacheTtl: number }): Promise<void> {
    try {
      const kept: { format?: string; value: Probed } | null = JSON.parse((await this.#kv.get(KEY, options)) ?? 'null');
      if (kept?.format === FORMAT) this.#found = kept.value;
    } catch {
      // KV is away, or holds no JSON.
    }
  }

  /** Probes every source that has a probe file, and adds the results to the earlier ones. */
  async probe(userAgent: string, held?: HeldFilesOf): Promise<void> {
    await this.#read();
    const before = this.#found;
    const entries = await Promise.all(
      this.#sources.map(async (source) => {
        const { probe, token } = source;
        if (!probe) return [];
        const { ok, reason } = await probeHeld({ ...source, probe }, userAgent, held);
        const asked = new Date().toISOString();
        const last = own(before.sources, token);
        const health = { ok, checked: ok ? asked : (last?.health.checked ?? null), reason, asked };
        return [[token, { health, spell: withProbe(last?.spell, ok, asked) }] as const];
      }),
    );
    this.#found = { sources: Object.fromEntries(entries.flat()) };
    await this.#kv.put(KEY, JSON.stringify({ format: FORMAT, value: this.#found }));
  }

  current(): HubHealth {
    return healthBy(this.#sources, (token) => this.#healthOf(token));
  }

  spells(): Record<string, Spell | undefined> {
    return byHost(this.#sources, (token) => own(this.#found.sources, token)?.spell);
  }

  isOk(token: string): boolean {
    return this.#healthOf(token).ok;
  }

  /** Returns the last result for a source. A result that is too old, because probing has stopped, counts as none. */
  #healthOf(token: string): SourceHealth {
    const { health } = own(this.#found.sources, token) ?? {};
    const isFresh = health && Date.now() - Date.parse(health.asked ?? '') < resultLifetime(EVERY);
    if (!isFresh) return UNPROBED;
    const { asked: _, ...rest } = health;
    return rest;
  }
}
