// Keeps the results of probes under a key of Workers KV. A cron trigger writes them, and each isolate reads them again
// every half minute.
import { own } from '../../../src/basics/own.ts';
import { type HealthHistory, withProbe } from '../../../src/service/health-history.ts';
import { type Probed, resultLifetime } from '../../../src/service/kept-health.ts';
import { withProbedDay } from '../../../src/service/probed-days.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../../src/shapes/health.ts';
import type { HealthPort } from '../../ports/ports.ts';
import { byHost, healthBy, UNPROBED } from '../../sources/by-host.ts';
import { type HeldFilesOf, probeHeld } from '../../sources/held-files.ts';
import type { KvNamespace } from './bindings.ts';
import { KvValue } from './kv-value.ts';

/** The seconds between two runs of the cron trigger. */
const EVERY = 60;

const isFound = async (value: unknown) => (await import('../../sources/kept-shapes.ts')).isProbed(value);

export class KvHealth implements HealthPort {
  readonly #found: KvValue<Probed>;
  readonly #sources: readonly Source[];

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    const first: Probed = { since: new Date().toISOString(), sources: {} };
    this.#found = new KvValue(kv, { key: 'probes', format: 'hub.model-hub.probes/v1', is: isFound, first });
    this.#sources = sources;
  }

  /**
   * Reads the last results, unless this isolate read them in the last half minute. Never rejects: while KV is away the
   * hub offers all sources.
   */
  look(): Promise<void> {
    return this.#found.look();
  }

  /** Probes every source that has a probe file, and adds the results to the earlier ones. */
  async probe(userAgent: string, held?: HeldFilesOf): Promise<void> {
    const before = await this.#found.read();
    const entries = await Promise.all(
      this.#sources.map(async (source) => {
        const { probe, token } = source;
        if (!probe) return [];
        const { ok, reason } = await probeHeld({ ...source, probe }, userAgent, held);
        const asked = new Date().toISOString();
        const last = own(before.sources, token);
        const health = { ok, checked: ok ? asked : (last?.health.checked ?? null), reason, asked };
        const spells = withProbe(last?.spells ?? [], { ok, reason }, asked);
        const days = withProbedDay(last?.days ?? [], ok, asked);
        return [[token, { health, spells, days }] as const];
      }),
    );
    await this.#found.write({ since: before.since, sources: Object.fromEntries(entries.flat()) });
  }

  current(): HubHealth {
    return healthBy(this.#sources, (token) => this.#healthOf(token));
  }

  history(): HealthHistory {
    const { since, sources } = this.#found.current;
    return {
      ...{ since, until: new Date().toISOString() },
      sources: byHost(this.#sources, (token) => own(sources, token)?.spells ?? []),
      days: byHost(this.#sources, (token) => own(sources, token)?.days ?? []),
    };
  }

  isOk(token: string): boolean {
    return this.#healthOf(token).ok;
  }

  /** Returns the last result for a source. A result that is too old, because probing has stopped, counts as none. */
  #healthOf(token: string): SourceHealth {
    const { health } = own(this.#found.current.sources, token) ?? {};
    const isFresh = health && Date.now() - Date.parse(health.asked ?? '') < resultLifetime(EVERY);
    if (!isFresh) return UNPROBED;
    const { asked: _, ...rest } = health;
    return rest;
  }
}
