// Lists facts about sources by their hosts, which are their names in answers.
import type { Source } from '../../src/service/sources.ts';
import type { HubHealth, SourceHealth } from '../../src/shapes/health.ts';

/** The health of a source that was not probed, or whose last result is too old. */
export const UNPROBED: SourceHealth = { ok: true, checked: null, reason: 'unprobed' };

/** Returns the result of `of` for each source's token, by the host of the source. */
export function byHost<T>(sources: readonly Source[], of: (token: string) => T): Record<string, T> {
  return Object.fromEntries(sources.map(({ host, token }) => [host, of(token)]));
}

/** Returns the health of all sources, in order of preference. */
export function healthBy(sources: readonly Source[], of: (token: string) => SourceHealth): HubHealth {
  return { sources: byHost(sources, of), order: sources.map(({ host }) => host) };
}
