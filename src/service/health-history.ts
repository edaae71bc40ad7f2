// The history of the byte sources since the service started. Probes in a row with equal results make one spell; each
// source has a limited number of spells.
import type { ProbeReason } from '../shapes/health.ts';

/** Probes in a row with the same result. */
export interface Spell {
  ok: boolean;
  reason: ProbeReason;
  /** The times of the first and the last probe in the spell, RFC 3339. */
  from: string;
  to: string;
  probes: number;
}

/** The states of all sources from the start of the service to the time of reading. */
export interface HealthHistory {
  /** The time when the service started, RFC 3339. */
  since: string;
  /** The time when this history was read, RFC 3339. */
  until: string;
  /**
   * The spells of each source, oldest first, by the source's host as in `HubHealth`. A source that was never probed has
   * none.
   */
  sources: Record<string, Spell[]>;
}

/**
 * The maximum number of spells that are kept of a source. Without a limit, a source whose result changes at every probe
 * would fill the memory.
 */
export const MOST_SPELLS = 300;

/** Returns `spells` with one more probe, which was made at `at` (RFC 3339). */
export function withProbe(
  spells: readonly Spell[],
  { ok, reason }: { ok: boolean; reason: ProbeReason },
  at: string,
): Spell[] {
  const last = spells.at(-1);
  if (last?.ok === ok && last.reason === reason)
    return [...spells.slice(0, -1), { ...last, to: at, probes: last.probes + 1 }];
  return [...spells, { ok, reason, from: at, to: at, probes: 1 }].slice(-MOST_SPELLS);
}

/** Returns the time since which a source fails without interruption; undefined if its last probe was good. */
export function failingSince(spells: readonly Spell[]): string | undefined {
  return spells[spells.findLastIndex(({ ok }) => ok) + 1]?.from;
}
