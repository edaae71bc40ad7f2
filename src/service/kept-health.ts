// The results of probes as stores keep them, and how long a result is valid.
import type { SourceHealth } from '../shapes/health.ts';
import type { Spell } from './health-history.ts';
import type { ProbedDay } from './probed-days.ts';

/** A result, and the time of its probe. */
export interface KeptHealth extends SourceHealth {
  /** The ISO time; null if a release that did not record the time kept the result. */
  asked: string | null;
}

/** Keeps results across restarts. */
export interface HealthStore {
  /** Loads the last result of each source, by token. Rejects while the store is away. */
  load(): Promise<Record<string, KeptHealth>>;
  /** Keeps a result. Returns at once, and tries later if it can't be kept now. */
  save(token: string, health: KeptHealth): void;
  /** Loads the last days of each source, by token, oldest first. Rejects while the store is away. */
  loadDays(): Promise<Record<string, ProbedDay[]>>;
  /**
   * Keeps a day, and replaces what the store has about that day. Returns at once, and tries later if it can't be kept
   * now.
   */
  saveDay(token: string, day: ProbedDay): void;
}

/** All results of probes, as one instance gives them to the others. */
export interface Probed {
  /** The ISO time before the first of these probes. */
  since: string;
  /** The results by token. */
  sources: Record<string, { health: KeptHealth; spells: Spell[]; days?: readonly ProbedDay[] }>;
}

/** A result is stale after this number of probe intervals. */
const STALE_AFTER = 10;

/**
 * Gives the milliseconds after which a result is stale, if sources are probed every `every` seconds; 0 if they are not
 * probed.
 */
export function resultLifetime(every: number | undefined): number {
  return STALE_AFTER * (every ?? 0) * 1000;
}
