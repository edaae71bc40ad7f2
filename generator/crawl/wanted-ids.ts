// Chooses the models of a run: indexed ones, those wished for by name, owner or search, and those that people asked
// for.

import { parseModelId } from '../../src/nouns/model-id.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
import { type IndexRules, isDenied } from './index-rules.ts';

interface Wishes {
  /** Ids named on the command line; with any, a run looks at these and the indexed ones only. */
  named: readonly string[];
  /** Ids in lower case that are withdrawn: nobody looks at them. */
  withdrawn: ReadonlySet<string>;
  /** Ids of the day before. */
  indexed: readonly string[];
  /** Ids that people asked for, most wanted first. */
  demanded: readonly string[];
}

/**
 * Gives the ids, without doubles, indexed ones first; others up to the rules' limit. `onListed` gets the facts that
 * searches give about models, wanted or not.
 */
export async function wantedIds(
  rules: IndexRules,
  upstream: HubUpstream,
  wishes: Wishes,
  onListed: (entry: UpstreamListing) => void,
): Promise<string[]> {
  const ids = new Map<string, string>();
  const add = (id: string) => {
    const parsed = parseModelId(id);
    if (!parsed || reservedOwners.has(parsed.owner.toLowerCase()) || isDenied(id, rules)) return;
    if (wishes.withdrawn.has(id.toLowerCase())) return;
    if (!ids.has(id.toLowerCase())) ids.set(id.toLowerCase(), id);
  };
  if (rules.wishes.refresh ?? true) for (const id of wishes.indexed) add(id);
  const most = ids.size + rules.most.models;
  const addNew = (id: string) => {
    if (ids.size < most) add(id);
    return ids.size < most;
  };
  for (const id of wishes.named) addNew(id);
  const found = (entry: UpstreamListing) => {
    onListed(entry);
    return addNew(entry.id);
  };
  if (wishes.named.length > 0) return [...ids.values()];
  if (addWished(rules, wishes.demanded, addNew)) await addSearched(rules, upstream, found);
  return [...ids.values()];
}

/** False when there is no room for more. */
function addWished({ wishes }: IndexRules, demanded: readonly string[], add: (id: string) => boolean): boolean {
  return [...(wishes.ids ?? []), ...demanded.slice(0, wishes.demand ?? 0)].every(add);
}

async function addSearched(
  { wishes }: IndexRules,
  upstream: HubUpstream,
  add: (entry: UpstreamListing) => boolean,
): Promise<void> {
  const owners = (wishes.owners ?? []).map((owner) => ({ owner, sort: 'downloads' as const }));
  // An owner's models fill the room beside the indexed ones, so that the runs of some days cover all.
  for (const search of [...owners, ...(wishes.searches ?? [])])
    for await (const entry of upstream.search(search)) if (!add(entry)) return;
}
