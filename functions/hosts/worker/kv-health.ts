// Keeps the results of probes under a key of Workers KV. A cron trigger writes them, and each isolate reads them again
// every half minute.
import type { Probed } from '../../../src/service/kept-health.ts';
import type { Source } from '../../../src/service/service.ts';
import type { ProbedSource, ProbeResult } from '../../sources/probe.ts';
import { ProbeResults } from '../../sources/probe-results.ts';
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

export class KvHealth extends ProbeResults {
  readonly #kv: KvNamespace;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    super(sources, EVERY);
    this.#kv = kv;
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
      if (kept?.format === FORMAT) this.learn(kept.value);
    } catch {
      // KV is away, or holds no JSON.
    }
  }

  /** Probes every source that has a probe file, and adds the results to the earlier ones. */
  async probe(ask: (source: ProbedSource) => Promise<ProbeResult>): Promise<void> {
    await this.#read();
    await Promise.all(
      this.probed.map(async (source) => {
        this.add(source.token, await ask(source));
      }),
    );
    await this.#kv.put(KEY, JSON.stringify({ format: FORMAT, value: this.all() }));
  }
}
