// Declares results of probes as stores keep them, and how long a result counts.
import type { SourceHealth } from '../shapes/health.ts';
import type { Spell } from './health-history.ts';

/** A result, and when the probe was that found it. */
export interface KeptHealth extends SourceHealth {
  /** ISO instant; null: in a release that did not note it. */
  asked: string | null;
}

/** Keeps results across restarts. */
export interface HealthStore {
  /** Loads the last result of each source, by token. Rejects while the store is away. */
  load(): Promise<Record<string, KeptHealth>>;
  /** Returns at once; keeps later what it can't keep now. */
  save(token: string, health: KeptHealth): void;
}

/** All that probes found, as one instance tells the others. */
export interface Probed {
  /** When the first of these probes was about to be, ISO instant. */
  since: string;
  /** By token. */
  sources: Record<string, { health: KeptHealth; spells: Spell[] }>;
}

/** Probe intervals after which a result says nothing any more. */
const STALE_AFTER = 10;

/** Milliseconds after which a result is stale where sources are probed every so many seconds; 0 where they are not. */
export function resultLifetime(every: number | undefined): number {
  return STALE_AFTER * (every ?? 0) * 1000;
}
