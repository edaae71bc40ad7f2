// Computes the hub's health from the results of probes and from the models that each source refuses. Counts the models
// of a tree by the number of their sources.

import { own } from '../../src/basics/records.ts';
import { DIFFERING, type DifferingSources, heldModels } from '../../src/catalog/source-holdings.ts';
import { withdrawalOf } from '../../src/service/withdrawals.ts';
import type { HeldModels, HubHealth } from '../../src/shapes/live.ts';
import type { SearchFacets } from '../../src/shapes/models.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { kept, type Ports, type Tree } from '../ports/ports.ts';

/** Returns the present health. `refusing` is absent if no source refuses a model. */
export function hubHealth({ health, holders, sources }: Pick<Ports, 'health' | 'holders' | 'sources'>): HubHealth {
  const counts = holders.refusing();
  const byHost = sources.flatMap(({ host, token }) => {
    const count = own(counts, token);
    return count ? [[host, count] as const] : [];
  });
  return byHost.length === 0 ? health.current() : { ...health.current(), refusing: Object.fromEntries(byHost) };
}

/**
 * Returns the number of models for each number of sources, and the models that differ at a source. Returns undefined
 * while no tree can be read.
 */
export async function heldNow(
  { sources }: Pick<Ports, 'sources'>,
  tree: Tree | undefined,
): Promise<HeldModels | undefined> {
  const built = tree && (await builtCounts(tree).catch(() => undefined));
  if (!built) return undefined;
  const differing = built.differing.filter(([id]) => !withdrawalOf(tree.withdrawn ?? [], id));
  return heldModels(built.bySources, differing, new Map(sources.map(({ token, host }) => [token, host])));
}

const builtCounts = async (tree: Tree) =>
  kept(tree, 'held models', async () => {
    const facets = await tree.text(treePath(routes.facets, {}));
    if (facets === undefined) return undefined;
    const text = (await tree.text(DIFFERING)) ?? '{}';
    const differing = Object.entries(JSON.parse(text) as Record<string, DifferingSources>);
    return { bySources: exactly(JSON.parse(facets) as SearchFacets), differing, weight: 3 * text.length };
  });

/**
 * Returns, for each number of sources, how many models have exactly this number of sources. The facets count the models
 * that have at least this number.
 */
function exactly({ total, facets }: SearchFacets): Map<number, number> {
  const least = new Map(facets.sources.map(({ value, models }) => [Number(value), models]));
  least.set(0, total);
  return new Map([...least].map(([number, models]) => [number, models - (least.get(number + 1) ?? 0)]));
}
