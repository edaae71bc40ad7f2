// What the probes found, as a key of KV: a cron trigger writes it, and each isolate reads it again now and then.
import { own } from '../../../src/basics/own.ts';
import { type HealthHistory, type Spell, withProbe } from '../../../src/service/health-history.ts';
import type { Source } from '../../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../../src/shapes/health.ts';
import type { HealthPort } from '../../ports/ports.ts';
import { probeSource } from '../../sources/probe.ts';
import { type KeptHealth, resultLifetime } from '../../sources/prober.ts';
import type { KvNamespace } from './bindings.ts';

const KEY = 'probes';
/** Seconds between two runs of the trigger, and between two looks of an isolate: what KV keeps near it is as old at most. */
const [EVERY, LOOK_EVERY] = [60, 30];

/** What the key holds: by token. */
interface Found {
  since: string;
  sources: Record<string, { health: KeptHealth; spells: Spell[] }>;
}

export class KvHealth implements HealthPort {
  readonly #kv: KvNamespace;
  readonly #sources: readonly Source[];
  #found: Found = { since: new Date().toISOString(), sources: {} };
  #looked = Number.NEGATIVE_INFINITY;

  constructor(kv: KvNamespace, sources: readonly Source[]) {
    this.#kv = kv;
    this.#sources = sources;
  }

  /** Reads what was found last, unless it did a moment ago. Never rejects: without KV all sources are offered. */
  async look(): Promise<void> {
    if (performance.now() - this.#looked < LOOK_EVERY * 1000) return;
    this.#looked = performance.now();
    const text = await this.#kv.get(KEY, { cacheTtl: LOOK_EVERY }).catch(() => null);
    if (text !== null) this.#found = JSON.parse(text);
  }

  /** Probes every source that has a probe file, and writes what it found beside what was found before. */
  async probe(userAgent: string): Promise<void> {
    const before: Found = JSON.parse((await this.#kv.get(KEY)) ?? 'null') ?? this.#found;
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
    this.#found = { since: before.since, sources: Object.fromEntries(entries.flat()) };
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

  /** A hub that no longer probes must not stand by what it once found. */
  #healthOf(token: string): SourceHealth {
    const { health } = own(this.#found.sources, token) ?? {};
    const isFresh = health && Date.now() - Date.parse(health.asked ?? '') < resultLifetime(EVERY);
    if (!isFresh) return { ok: true, checked: null, reason: 'unprobed' };
    const { asked: _, ...told } = health;
    return told;
  }
}
