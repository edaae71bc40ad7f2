// What the probes found, as a key of KV: a cron trigger writes it, and each isolate reads it again now and then.
import { own } from '../../../src/basics/own.ts';
import { type HealthHistory, type Spell, withProbe } from '../../../src/service/health-history.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../../src/shapes/health.ts';
import type { HealthPort } from '../../ports/ports.ts';
import { probeSource } from '../../sources/probe.ts';
import { type KeptHealth, resultLifetime } from '../../sources/prober.ts';
import type { KvNamespace } from './bindings.ts';
import { parsedAs } from './kv-value.ts';

const KEY = 'probes';
const FORMAT = 'hub.model-hub.probes/v1';
/** Seconds between two runs of the trigger, and between two looks of an isolate: what KV keeps near it is as old at most. */
const [EVERY, LOOK_EVERY] = [60, 30];

/** What the key holds: by token. */
interface Found {
  format: typeof FORMAT;
  since: string;
  sources: Record<string, { health: KeptHealth; spells: Spell[] }>;
}

function isFound(value: unknown): value is Found {
  const { format, since, sources } = (value ?? {}) as Partial<Found>;
  return format === FORMAT && typeof since === 'string' && typeof sources === 'object';
}

export class KvHealth implements HealthPort {
  readonly #kv: KvNamespace;
  readonly #sources: readonly Source[];
  #found: Found = { format: FORMAT, since: new Date().toISOString(), sources: {} };
  #looked = Number.NEGATIVE_INFINITY;

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    this.#kv = kv;
    this.#sources = sources;
  }

  /** Reads what was found last, unless it did a moment ago. Never rejects: without KV all sources are offered. */
  async look(): Promise<void> {
    if (performance.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = performance.now();
    this.#found = (await this.#read({ cacheTtl: LOOK_EVERY })) ?? this.#found;
  }

  /** Probes every source that has a probe file, and writes what it found beside what was found before. */
  async probe(userAgent: string): Promise<void> {
    const before = (await this.#read()) ?? this.#found;
    const entries = await Promise.all(
      this.#sources.map(async (source) => {
        const { probe, token } = source;
        if (!probe) return [];
        const { ok, reason } = await probeSource({ ...source, probe }, userAgent);
        const asked = new Date().toISOString();
        const last = own(before.sources, token);
        const health = { ok, checked: ok ? asked : (last?.health.checked ?? null), reason, asked };
        return [[token, { health, spells: withProbe(last?.spells ?? [], { ok, reason }, asked) }] as const];
      }),
    );
    this.#found = { format: FORMAT, since: before.since, sources: Object.fromEntries(entries.flat()) };
    await this.#kv.put(KEY, JSON.stringify(this.#found));
  }

  current(): HubHealth {
    return {
      sources: Object.fromEntries(this.#sources.map(({ host, token }) => [host, this.#healthOf(token)])),
      order: this.#sources.map(({ host }) => host),
    };
  }

  history(): HealthHistory {
    const spells = this.#sources.map(({ host, token }) => [host, own(this.#found.sources, token)?.spells ?? []]);
    return { since: this.#found.since, until: new Date().toISOString(), sources: Object.fromEntries(spells) };
  }

  isOk(token: string): boolean {
    return this.#healthOf(token).ok;
  }

  /** What the key holds; undefined where that is nothing, or what another release wrote: the next probe writes it anew. */
  async #read(options?: { cacheTtl: number }): Promise<Found | undefined> {
    const text = await this.#kv.get(KEY, options).catch(() => null);
    return parsedAs(text, isFound);
  }

  /** A hub that no longer probes must not stand by what it once found. */
  #healthOf(token: string): SourceHealth {
    const { health } = own(this.#found.sources, token) ?? {};
    const isFresh = health && Date.now() - Date.parse(health.asked ?? '') < resultLifetime(EVERY);
    if (!isFresh) return { ok: true, checked: null, reason: 'unprobed' };
    const { asked: _, ...told } = health;
    return told;
  }
}
