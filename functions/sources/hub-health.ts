// Makes HubHealth from the probes' results and the number of models that each live source refuses.

import { own } from '../../src/basics/own.ts';
import type { HubHealth } from '../../src/shapes/health.ts';
import type { Ports } from '../ports/ports.ts';

/** Gives the present health. `refusing` is only there if a source refuses a model. */
export function hubHealth({ health, holders, sources }: Pick<Ports, 'health' | 'holders' | 'sources'>): HubHealth {
  const counts = holders.refusing();
  const byHost = sources.flatMap(({ host, token }) => {
    const count = own(counts, token);
    return count ? [[host, count] as const] : [];
  });
  return byHost.length === 0 ? health.current() : { ...health.current(), refusing: Object.fromEntries(byHost) };
}
