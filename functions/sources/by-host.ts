// Tells facts about sources by the names that answers use: their hosts.
import type { Source } from '../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../src/shapes/health.ts';

/** The health of a source without a result that still counts. */
export const UNPROBED: SourceHealth = { ok: true, checked: null, reason: 'unprobed' };

/** Gives what `of` tells of each source's token, by the host of the source. */
export function byHost<T>(sources: readonly Source[], of: (token: string) => T): Record<string, T> {
  return Object.fromEntries(sources.map(({ host, token }) => [host, of(token)]));
}

/** Gives the health of all sources in the order of preference. */
export function healthBy(sources: readonly Source[], of: (token: string) => SourceHealth): HubHealth {
  return { sources: byHost(sources, of), order: sources.map(({ host }) => host) };
}
