// The prober: asks every source again and again, keeps what it found, and slows down on a source that stays away.
import { type HealthHistory, type Spell, withProbe } from '../src/health-history.ts';
import type { Source } from '../src/sources.ts';
import type { HubHealth, SourceHealth } from '../src/wire/hub-health.ts';
import type { HealthPort } from './ports.ts';
import { type ProbeResult, probeSource } from './probe.ts';

/** Where results outlive a restart. */
export interface HealthStore {
  load(): Record<string, SourceHealth>;
  save(token: string, health: SourceHealth): void;
}

export interface ProberSettings {
  sources: readonly Source[];
  /** Seconds between probes of a source; undefined: never. */
  every: number | undefined;
  userAgent: string;
  store: HealthStore;
  /** Told when a result can't be kept; the next probe comes all the same. */
  onFault?: (error: unknown) => void;
  now?: () => Date;
  probe?: typeof probeSource;
}

/** A source that keeps failing is asked at most this many times less often. */
const MAX_BACKOFF = 5;

/** Keeps health; `start` begins to probe, `stop` ends it. A source without a probe file is never asked, only offered. */
export class Prober implements HealthPort {
  #settings: ProberSettings;
  #found: Map<string, SourceHealth>;
  /** By token. Only of this run: a gap in which nobody looked is no spell. */
  #spells = new Map<string, Spell[]>();
  #since: string;
  #failures = new Map<string, number>();
  #timers = new Map<string, NodeJS.Timeout>();
  #stopped = false;

  constructor(settings: ProberSettings) {
    this.#settings = settings;
    this.#since = this.#now();
    const known = new Set(settings.sources.filter((source) => source.probe).map((source) => source.token));
    const stored = Object.entries(settings.store.load()).filter(([token]) => known.has(token));
    this.#found = new Map(stored);
  }

  current(): HubHealth {
    const { sources } = this.#settings;
    return {
      sources: Object.fromEntries(sources.map((source) => [source.host, this.#healthOf(source.token)])),
      order: sources.map((source) => source.host),
    };
  }

  history(): HealthHistory {
    const { sources } = this.#settings;
    return {
      since: this.#since,
      until: this.#now(),
      sources: Object.fromEntries(sources.map(({ host, token }) => [host, this.#spells.get(token) ?? []])),
    };
  }

  isOk(token: string): boolean {
    return this.#found.get(token)?.ok ?? true;
  }

  start(): void {
    if (this.#settings.every === undefined) return;
    for (const source of this.#settings.sources) if (source.probe) this.#schedule(source.token, 0);
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Probes every source that has a probe file once, all at the same time. */
  async probeAll(): Promise<HubHealth> {
    await Promise.all(this.#settings.sources.map((source) => this.#probe(source.token)));
    return this.current();
  }

  #healthOf(token: string): SourceHealth {
    return this.#found.get(token) ?? { ok: true, checked: null, reason: 'unprobed' };
  }

  #schedule(token: string, seconds: number): void {
    const timer = setTimeout(async () => {
      await this.#probe(token).catch(this.#settings.onFault);
      if (this.#stopped) return;
      const slower = Math.min(MAX_BACKOFF, 2 ** Math.max(0, (this.#failures.get(token) ?? 0) - 3));
      // Jitter keeps many instances from asking a source at the same second.
      this.#schedule(token, this.#settings.every! * slower * (0.9 + Math.random() * 0.2));
    }, seconds * 1000);
    timer.unref();
    this.#timers.set(token, timer);
  }

  async #probe(token: string): Promise<void> {
    const source = this.#settings.sources.find((one) => one.token === token);
    if (!source?.probe) return;
    const probe = this.#settings.probe ?? probeSource;
    const result = await probe({ ...source, probe: source.probe }, this.#settings.userAgent);
    this.#keep(token, result);
  }

  #now(): string {
    return (this.#settings.now ?? (() => new Date()))().toISOString();
  }

  #keep(token: string, { ok, reason }: ProbeResult): void {
    this.#failures.set(token, ok ? 0 : (this.#failures.get(token) ?? 0) + 1);
    const now = this.#now();
    const health: SourceHealth = { ok, checked: ok ? now : (this.#found.get(token)?.checked ?? null), reason };
    this.#found.set(token, health);
    this.#spells.set(token, withProbe(this.#spells.get(token) ?? [], { ok, reason }, now));
    this.#settings.store.save(token, health);
  }
}
