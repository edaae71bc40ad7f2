// Chooses the models of a run: those that the rules or people wish for, and indexed models that are due to be looked at
// again. Divides the run among them.
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import { readWithdrawnIds } from '../accounts/database.ts';
import { modelsIn } from '../days/model-stream.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
import { isDenied } from './index-rules.ts';
import { BudgetSpent } from './polite-fetch.ts';
import { type PeopleReport, wishesOfPeople } from './wishes-of-people.ts';

/**
 * The kinds of models that a run looks at: indexed models, models that the rules or the command line name, models that
 * people requested, and models that owners and searches of the rules have found.
 */
export type Share = 'indexed' | 'wished' | 'demanded' | 'found';

/** Half of the models of a run are indexed ones, a quarter were found, and a quarter are asked for by name. */
const TURNS: readonly (readonly Share[])[] = [['indexed'], ['found'], ['indexed'], ['wished', 'demanded']];

/** The ids of a run. Each id is in only one of the lists. */
export type WantedIds = Record<Share, string[]>;

interface ChosenModels {
  wanted: WantedIds;
  /** The number of indexed models that are not due, and therefore keep their rows. */
  kept: number;
  people: PeopleReport;
}

/**
 * Chooses the models. The rules limit the number of new models, but do not count models that people requested. No
 * further search is made when the budget is spent. Rejects when the upstream does not give a list that the rules name.
 */
export async function chosenModels(run: CrawlRun): Promise<ChosenModels> {
  const { config, rules, ids, again, upstream, memory, before } = run;
  const { refresh = true, refresh_days = 1, owners = [], searches = [] } = rules.wishes;
  const withdrawn = await readWithdrawnIds(config);
  const wanted: WantedIds = { indexed: [], wished: [], demanded: [], found: [] };
  const known = new Set<string>();
  const named = [...again, ...(rules.wishes.ids ?? [])];
  /** Models to look at in any case, because they are named, or because a search gave facts about them. */
  const told = new Set([...ids, ...named].map((id) => id.toLowerCase()));
  const add = (share: Share, id: string) => {
    const lower = id.toLowerCase();
    const owner = parseModelId(lower)?.owner;
    if (owner === undefined || reservedOwners.has(owner) || isDenied(id, rules)) return;
    if (withdrawn.has(lower) || known.has(lower)) return;
    known.add(lower);
    wanted[share].push(id);
  };
  const keep = ({ id, model }: UpstreamListing) => {
    // A model that is gated or closed according to a listing gets a request of its own.
    if (!model || model.isGated || model.isClosed) return;
    const isKnown = memory.get('files', model.id)?.revision === model.revision;
    memory.set('listed', id.toLowerCase(), isKnown ? { ...model, paths: [] } : model);
  };
  const indexed = longestFirst(memory, before ? Array.from(modelsIn(before), ({ id }) => id) : []);
  if (refresh) for (const id of indexed) add('indexed', id);
  const most = known.size + rules.most.models;
  const addNew = (share: Share, id: string) => {
    if (known.size < most) add(share, id);
    return known.size < most;
  };
  for (const id of ids) addNew('wished', id);
  let people: PeopleReport = { drawn: 0, absent: 0 };
  if (ids.length === 0) {
    const hasRoom = named.every((id) => addNew('wished', id));
    // Owners come before searches. Their models are the first to count towards the limit for new models, so that the
    // runs of several days index all of them.
    const all = [...owners.map((owner) => ({ owner, sort: 'downloads' })), ...searches];
    if (hasRoom)
      await searchAll(upstream, all, (entry) => {
        if (entry.model) told.add(entry.id.toLowerCase());
        keep(entry);
        return addNew('found', entry.id);
      });
    const wishes = await wishesOfPeople(run, indexed, (id) => known.has(id.toLowerCase()));
    for (const id of wishes.ids) add('demanded', id);
    people = wishes.report;
  }
  // A part of the models that nothing speaks of is due: those that runs looked at longest ago.
  const isTold = (id: string) => told.has(id.toLowerCase()) || memory.has('found', id);
  const all = wanted.indexed;
  const rest = all.filter((id) => !isTold(id));
  const due = new Set(rest.slice(0, Math.ceil(rest.length / refresh_days)));
  wanted.indexed = all.filter((id) => due.has(id) || isTold(id));
  return { wanted, kept: all.length - wanted.indexed.length, people };
}

/** Gives the ids by the day on which a run last looked at the model. Models that no run looked at come first. */
function longestFirst(memory: CrawlMemory, ids: readonly string[]): string[] {
  const days = new Map(memory.all('looked'));
  const dayOf = (id: string) => days.get(id) ?? '';
  return ids.toSorted((a, b) => compareBytewise(dayOf(a), dayOf(b)));
}

type Search = Parameters<HubUpstream['search']>[0];

/** Makes the searches until `add` returns false, or until the budget is spent. */
async function searchAll(
  upstream: HubUpstream,
  searches: readonly Search[],
  add: (entry: UpstreamListing) => boolean,
): Promise<void> {
  try {
    for (const search of searches) for await (const entry of upstream.search(search)) if (!add(entry)) return;
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
  }
}

/** Yields every id with its share, by `TURNS`. The turns of a share that has no more ids go to the others. */
export function* byShares(wanted: WantedIds): Generator<[Share, string]> {
  const left = new Map(Object.entries(wanted).map(([share, ids]) => [share as Share, ids.values()]));
  for (let turn = 0; left.size > 0; turn++) {
    const share = TURNS[turn % TURNS.length]!.find((one) => left.has(one));
    if (!share) continue;
    const { value, done } = left.get(share)!.next();
    if (done) left.delete(share);
    else yield [share, value];
  }
}
