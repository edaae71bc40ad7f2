// Which models a run looks at: those indexed before, those wished for by name, owner or search, those that people asked for.

import { parseModelId } from '../../src/nouns/model-id.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import type { HubUpstream } from './hub-upstream.ts';
import { type IndexRules, isNamed } from './index-rules.ts';

interface Wishes {
  /** Ids named on the command line; where there are any, nothing else is looked at but what is indexed. */
  named: readonly string[];
  /** Ids of the day before. */
  indexed: readonly string[];
  /** Ids that people asked for, most wanted first. */
  demanded: readonly string[];
}

/** The ids, without doubles, those that are indexed first; no more than the rules allow beside these. */
export async function wantedIds(rules: IndexRules, upstream: HubUpstream, wishes: Wishes): Promise<string[]> {
  const ids = new Map<string, string>();
  const add = (id: string) => {
    const parsed = parseModelId(id);
    if (!parsed || reservedOwners.has(parsed.owner.toLowerCase()) || isNamed(id, rules.deny ?? [])) return;
    if (rules.allow && !isNamed(id, rules.allow)) return;
    if (!ids.has(id.toLowerCase())) ids.set(id.toLowerCase(), id);
  };
  if (rules.wishes.refresh ?? true) for (const id of wishes.indexed) add(id);
  const most = ids.size + rules.most.models;
  const addNew = (id: string) => {
    if (ids.size < most) add(id);
    return ids.size < most;
  };
  for (const id of wishes.named) addNew(id);
  if (wishes.named.length === 0) await addWished(rules, upstream, wishes.demanded, addNew);
  return [...ids.values()];
}

async function addWished(
  { wishes, most }: IndexRules,
  upstream: HubUpstream,
  demanded: readonly string[],
  add: (id: string) => boolean,
): Promise<void> {
  for (const id of wishes.ids ?? []) if (!add(id)) return;
  for (const id of demanded.slice(0, wishes.demand ?? 0)) if (!add(id)) return;
  const owners = (wishes.owners ?? []).map((owner) => ({ owner, limit: most.models, sort: 'downloads' as const }));
  for (const search of [...owners, ...(wishes.searches ?? [])])
    for await (const id of upstream.search(search)) if (!add(id)) return;
}
