// How the byte sources fared since the service started: spells of equal results, a bounded number for each source.
import type { ProbeReason } from '../shapes/health.ts';

/** Probes in a row that found the same. */
export interface Spell {
  ok: boolean;
  reason: ProbeReason;
  /** The first and the last of its probes, RFC 3339. */
  from: string;
  to: string;
  probes: number;
}

/** The states of all sources between two moments. */
export interface HealthHistory {
  /** When the service started, RFC 3339. */
  since: string;
  /** When this was asked for. */
  until: string;
  /** By host, as in `HubHealth`; oldest first. A source that was never probed has none. */
  sources: Record<string, Spell[]>;
}

/** A source that flaps at every probe would fill the memory in time; older spells than these are forgotten. */
export const MOST_SPELLS = 300;

/** `spells` and one more probe, made at `at` (RFC 3339). */
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

/** The share of probes that were good, 0 to 1; undefined when there was none. */
export function shareOfGood(spells: readonly Spell[]): number | undefined {
  const count = (of: (spell: Spell) => boolean) => spells.filter(of).reduce((sum, { probes }) => sum + probes, 0);
  const all = count(() => true);
  return all === 0 ? undefined : count(({ ok }) => ok) / all;
}
