// The results of probes as stores keep them, and the time for which a result is valid.
import type { SourceHealth } from '../shapes/live.ts';

/** Probes in a row that were all good, or all bad. */
export interface Spell {
  ok: boolean;
  /** The times of the first and the last of these probes, RFC 3339. */
  from: string;
  to: string;
  probes: number;
}

/** A result, and the time of its probe. */
export interface KeptHealth extends SourceHealth {
  /** The time of the probe, ISO; null if the result comes from a release that did not record the time. */
  asked: string | null;
}

/** Keeps the results of probes across restarts. */
export interface HealthStore {
  /** Loads the last result of each source, by the source's token. Rejects if the store can't be reached. */
  load(): Promise<Record<string, KeptHealth>>;
  /**
   * Keeps a result; one without the time of a last success leaves the time that was kept. Returns at once; if the result
   * can't be kept now, the store tries again later.
   */
  save(token: string, health: KeptHealth): void;
}

/** All results of probes of one instance of the hub, as it sends them to the other instances. */
export interface Probed {
  /** The results by the source's token. */
  sources: Record<string, { health: KeptHealth; spell: Spell }>;
}

/** The number of probe intervals after which a result is stale. */
const STALE_AFTER = 10;

/**
 * Returns the milliseconds after which a result is stale if sources are probed every `every` seconds; 0 if they are not
 * probed.
 */
export function resultLifetime(every: number | undefined): number {
  return STALE_AFTER * (every ?? 0) * 1000;
}
