// Probes every source again and again, and keeps the results. A source that stays down is probed less often.

import { own } from '../../src/basics/own.ts';
import {
  type HealthStore,
  type KeptHealth,
  type Probed,
  resultLifetime,
  type Spell,
  withProbe,
} from '../../src/service/kept-health.ts';
import type { Source } from '../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../src/shapes/health.ts';
import type { HealthPort } from '../ports/ports.ts';
import { byHost, healthBy, UNPROBED } from './by-host.ts';
import { type HeldFilesOf, probeHeld } from './held-files.ts';
import type { ProbeResult, probeSource } from './probe.ts';

interface ProberSettings {
  sources: readonly Source[];
  /** The seconds between two probes of a source; undefined if no source is probed. */
  every: number | undefined;
  userAgent: string;
  store: HealthStore;
  /** Called if a fault of ours made a probe fail. The next probe still runs. */
  onFault?: (error: unknown) => void;
  /** Gets all results after each probe. */
  onProbe?: (probed: Probed) => void;
  /** Finds the files with which to probe a source that has no pinned hash. */
  held?: HeldFilesOf;
  now?: () => Date;
  probe?: typeof probeSource;
}

/** The largest factor by which the interval between probes of a failing source grows. */
const MAX_BACKOFF = 5;
/**
 * The milliseconds from the start until earlier results are loaded. Opening the store takes as long as the rest of the
 * start, and the first callers must not wait for it.
 */
const RESTORE_AFTER_MS = 500;
/** The milliseconds after which the store is tried again if it was away. */
const RESTORE_AGAIN_MS = 5000;

/** Keeps the health of sources. A source without a probe file is never probed, and counts as up. */
export class Prober implements HealthPort {
  #settings: ProberSettings;
  /** The last result of each source, until it is stale. */
  #found = new Map<string, KeptHealth>();
  /** The time of each source's last success before the start. */
  #lastGood = new Map<string, string>();
  #staleness = new Map<string, NodeJS.Timeout>();
  /**
   * The present spell of each source by its token. It begins at the start of the hub, or with the results of another
   * instance, because nothing was observed before.
   */
  #spells = new Map<string, Spell>();
  #failures = new Map<string, number>();
  /** The timers of the next probes, by token. There are none while another instance probes. */
  #timers = new Map<string, NodeJS.Timeout>();
  #isProbing = false;
  #restoring: NodeJS.Timeout | undefined;
  /**
   * False until the earlier results are loaded. Until then no result is saved, because it would overwrite the last
   * success of a source that fails now.
   */
  #isRestored = false;
  #stopped = false;

  constructor(settings: ProberSettings) {
    this.#settings = settings;
  }

  current(): HubHealth {
    return healthBy(this.#settings.sources, (token) => this.#healthOf(token));
  }

  spells(): Record<string, Spell | undefined> {
    return byHost(this.#settings.sources, (token) => this.#spells.get(token));
  }

  isOk(token: string): boolean {
    return this.#found.get(token)?.ok ?? true;
  }

  start(): void {
    this.restoreSoon();
    this.lead();
  }

  /** Loads the results from before the start in the background. */
  restoreSoon(): void {
    this.#restoreIn(RESTORE_AFTER_MS);
  }

  /**
   * Begins to probe. Each source is probed when the interval since its last result is over. Does nothing if this
   * instance probes already.
   */
  lead(): void {
    const { every, sources } = this.#settings;
    if (this.#isProbing || this.#stopped || every === undefined) return;
    this.#isProbing = true;
    for (const { token, probe } of sources) {
      const asked = Date.parse(this.#found.get(token)?.asked ?? '') || 0;
      const left = asked + every * 1000 - this.#time().getTime();
      if (probe) this.#schedule(token, Math.max(0, left / 1000));
    }
  }

  /** Stops probing, because another instance probes. */
  rest(): void {
    this.#isProbing = false;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Replaces all results with those of another instance. Shows no stale result. */
  learn({ sources }: Probed): void {
    const lifetime = resultLifetime(this.#settings.every);
    const left = (asked: string | null) => lifetime - (this.#time().getTime() - Date.parse(asked ?? ''));
    // If all of these results are stale, nothing was observed for a while, and this instance begins a new history.
    if (!Object.values(sources).some(({ health }) => left(health.asked) > 0)) return;
    for (const { token, probe } of this.#settings.sources) {
      const kept = probe && own(sources, token);
      if (!kept || kept.health.asked === this.#found.get(token)?.asked) continue;
      const { spell } = kept;
      this.#spells.set(token, spell);
      this.#failures.set(token, spell.ok ? 0 : spell.probes);
      if (left(kept.health.asked) > 0) this.#tell(token, kept.health, left(kept.health.asked));
      if (this.#isRestored) this.#save(token);
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#restoring);
    for (const timer of [...this.#timers.values(), ...this.#staleness.values()]) clearTimeout(timer);
  }

  /**
   * Loads the results from before the start. Skips a result that is stale, or whose source was probed meanwhile, but
   * keeps the time of the last success in that result. Rejects while the store is away.
   */
  async restore(): Promise<void> {
    const stored = await this.#settings.store.load();
    for (const { token, probe } of this.#settings.sources) {
      const before = probe && own(stored, token);
      if (!before) continue;
      if (before.checked !== null) this.#lastGood.set(token, before.checked);
      const found = this.#found.get(token);
      const left = resultLifetime(this.#settings.every) - (this.#time().getTime() - Date.parse(before.asked ?? ''));
      if (!found && left > 0) this.#tell(token, before, left);
      else if (found) this.#found.set(token, { ...found, checked: found.checked ?? before.checked });
    }
    this.#isRestored = true;
    for (const token of this.#failures.keys()) this.#save(token);
  }

  /** Probes all sources that have a probe file once, at the same time. */
  async probeAll(): Promise<HubHealth> {
    await Promise.all(this.#settings.sources.map((source) => this.#probe(source.token)));
    return this.current();
  }

  /**
   * Loads the earlier results after `wait` milliseconds, and tries again until that succeeds. The store reports its own
   * faults.
   */
  #restoreIn(wait: number): void {
    const attempt = () =>
      this.restore().catch(() => {
        if (!this.#stopped) this.#restoreIn(RESTORE_AGAIN_MS);
      });
    this.#restoring = setTimeout(() => void attempt(), wait).unref();
  }

  #healthOf(token: string): SourceHealth {
    const found = this.#found.get(token);
    if (!found) return UNPROBED;
    const { asked: _, ...health } = found;
    return health;
  }

  /** Shows a result for `left` milliseconds, because a hub that no longer probes must not keep old results. */
  #tell(token: string, health: KeptHealth, left: number): void {
    this.#found.set(token, health);
    clearTimeout(this.#staleness.get(token));
    const timer = setTimeout(() => this.#found.delete(token), left);
    timer.unref();
    this.#staleness.set(token, timer);
  }

  #save(token: string): void {
    const found = this.#found.get(token);
    if (found) this.#settings.store.save(token, found);
  }

  #schedule(token: string, seconds: number): void {
    clearTimeout(this.#timers.get(token));
    const timer = setTimeout(async () => {
      await this.#probe(token).catch((error) => this.#settings.onFault?.(error));
      if (this.#stopped || !this.#isProbing) return;
      const slower = Math.min(MAX_BACKOFF, 2 ** Math.max(0, (this.#failures.get(token) ?? 0) - 3));
      // A random part keeps several instances from probing a source in the same second.
      this.#schedule(token, this.#settings.every! * slower * (0.9 + Math.random() * 0.2));
    }, seconds * 1000);
    timer.unref();
    this.#timers.set(token, timer);
  }

  async #probe(token: string): Promise<void> {
    const source = this.#settings.sources.find((one) => one.token === token);
    if (!source?.probe) return;
    const { userAgent, held, probe } = this.#settings;
    const result = await probeHeld({ ...source, probe: source.probe }, userAgent, held, probe);
    this.#keep(token, result);
  }

  #time(): Date {
    return (this.#settings.now ?? (() => new Date()))();
  }

  #now(): string {
    return this.#time().toISOString();
  }

  #keep(token: string, { ok, reason }: ProbeResult): void {
    this.#failures.set(token, ok ? 0 : (this.#failures.get(token) ?? 0) + 1);
    const now = this.#now();
    const lastGood = this.#found.get(token)?.checked ?? this.#lastGood.get(token) ?? null;
    const health = { ok, checked: ok ? now : lastGood, reason, asked: now };
    if (this.#settings.every === undefined) this.#found.set(token, health);
    else this.#tell(token, health, resultLifetime(this.#settings.every));
    this.#spells.set(token, withProbe(this.#spells.get(token), ok, now));
    if (this.#isRestored) this.#save(token);
    this.#settings.onProbe?.(this.#probed());
  }

  #probed(): Probed {
    const sources = [...this.#found].flatMap(([token, health]) => {
      const spell = this.#spells.get(token);
      return spell ? [[token, { health, spell }] as const] : [];
    });
    return { sources: Object.fromEntries(sources) };
  }
}
