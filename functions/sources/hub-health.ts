// Computes the hub's health from the results of probes and from the models that each source refuses.

import { own } from '../../src/basics/records.ts';
import type { HubHealth } from '../../src/shapes/live.ts';
import type { Ports } from '../ports/ports.ts';

/** Returns the present health. `refusing` is absent if no source refuses a model. */
export function hubHealth({ health, holders, sources }: Pick<Ports, 'health' | 'holders' | 'sources'>): HubHealth {
  const counts = holders.refusing();
  const byHost = sources.flatMap(({ host, token }) => {
    const count = own(counts, token);
    return count ? [[host, count] as const] : [];
  });
  return byHost.length === 0 ? health.current() : { ...health.current(), refusing: Object.fromEntries(byHost) };
}
