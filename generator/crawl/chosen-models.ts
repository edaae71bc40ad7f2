// Chooses the models of a run: those that the rules or people wish for, and indexed models that are due to be looked at
// again.
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { Config } from '../../src/service/config.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { modelsIn } from '../days/model-stream.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
import { type IndexRules, isDenied } from './index-rules.ts';
import type { Listings } from './listings.ts';
import { BudgetSpent } from './polite-fetch.ts';
import { dueModels, type RefreshReport } from './refresh.ts';
import { type PeopleReport, wishesOfPeople } from './wishes-of-people.ts';

interface Choosing {
  config: Config;
  rules: IndexRules;
  /** A day as YYYY-MM-DD. */
  day: string;
  /** The models on the command line. */
  ids: readonly string[];
  /** Models to look at in addition to those that the rules wish for. */
  again?: readonly string[];
  /** True for a dry run, which writes nothing. */
  isDry: boolean;
  upstream: HubUpstream;
  memory: CrawlMemory;
  listings: Listings;
  /** The day in force. */
  before: { catalog: CatalogFile } | undefined;
}

interface ChosenModels {
  wanted: WantedIds;
  /** Indexed models that are not due, and therefore keep their rows. */
  kept: ReadonlySet<string>;
  people: PeopleReport;
  /**
   * A report on the choice of the due models. It is absent if all models are due, or if the run continues an earlier
   * one.
   */
  refresh?: RefreshReport;
}

/** Chooses the models. Rejects when the upstream does not give a list that the rules name. */
export async function chosenModels(choosing: Choosing): Promise<ChosenModels> {
  const { config, rules, day, ids, again = [], isDry, upstream, memory, listings, before } = choosing;
  const indexed = before ? memory.longestFirst([...modelsIn(before.catalog)].map(({ id }) => id)) : [];
  const people = await wishesOfPeople(config, rules, memory, day);
  const withdrawn = withdrawnIds(await readWithdrawals(config));
  const onListed = (entry: UpstreamListing) => {
    if (!isDry) listings.keep(entry);
  };
  const chosen: { refresh?: RefreshReport } = {};
  const { refresh: isWanted = true, refresh_days: days = 1 } = rules.wishes;
  const due = async (models: readonly string[], listed: ReadonlySet<string>) => {
    const found = await dueModels({ rules, upstream, memory, day, isDry, onListed }, models, listed);
    if (found.report) chosen.refresh = found.report;
    return found.ids;
  };
  const wishes = { named: ids, again, withdrawn, indexed, demanded: people.draw(indexed) };
  const picked = await wantedIds(rules, upstream, { ...wishes, ...(isWanted && days > 1 && { due }) }, onListed);
  return { ...picked, ...chosen, people: people.report };
}

interface Wishes {
  /** The ids on the command line. If there are any, the run looks only at these and at indexed models. */
  named: readonly string[];
  /** The ids of withdrawn models in lower case. They are skipped. */
  withdrawn: ReadonlySet<string>;
  /** The ids of the indexed models, in the order in which a run looks at them. */
  indexed: readonly string[];
  /** Ids to look at in addition to those that the rules wish for. */
  again: readonly string[];
  /** Draws ids that people requested. It leaves out ids for which `isKnown` is true. */
  demanded: (isKnown: (id: string) => boolean) => readonly string[];
  /**
   * Chooses the indexed models to look at. `listed` has ids (in lower case) that are looked at in any case, such as those
   * about which searches gave facts. If this function is absent, the run looks at all indexed models.
   */
  due?: (indexed: readonly string[], listed: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
}

/** The ids of a run. Each id is in only one of the lists. */
export interface WantedIds {
  /** Indexed models that are looked at, in the order of `Wishes.indexed`. */
  indexed: string[];
  /** Models that the rules or the command line name. */
  wished: string[];
  /** Models that people requested. */
  demanded: string[];
  /** Models that the owners and searches of the rules have found. */
  found: string[];
}

/**
 * Gives each id once. The rules limit the number of new models, but do not count models that people requested. `kept`
 * are the indexed models that are not due. `onListed` gets the facts that searches give about any model. No further
 * search is made when the budget is spent.
 */
async function wantedIds(
  rules: IndexRules,
  upstream: HubUpstream,
  wishes: Wishes,
  onListed: (entry: UpstreamListing) => void,
): Promise<{ wanted: WantedIds; kept: ReadonlySet<string> }> {
  const listed = new Set<string>();
  const wanted = await allWanted(rules, upstream, wishes, (entry) => {
    if (entry.model) listed.add(entry.id.toLowerCase());
    onListed(entry);
  });
  if (!wishes.due) return { wanted, kept: new Set() };
  for (const id of [...wishes.named, ...wishes.again]) listed.add(id.toLowerCase());
  const due = await wishes.due(wanted.indexed, listed);
  const kept = new Set(wanted.indexed.filter((id) => !due.has(id)));
  return { wanted: { ...wanted, indexed: wanted.indexed.filter((id) => due.has(id)) }, kept };
}

async function allWanted(
  rules: IndexRules,
  upstream: HubUpstream,
  wishes: Wishes,
  onListed: (entry: UpstreamListing) => void,
): Promise<WantedIds> {
  const wanted: WantedIds = { indexed: [], wished: [], demanded: [], found: [] };
  const known = new Set<string>();
  const add = (list: string[], id: string) => {
    const parsed = parseModelId(id);
    if (!parsed || reservedOwners.has(parsed.owner.toLowerCase()) || isDenied(id, rules)) return;
    const lower = id.toLowerCase();
    if (wishes.withdrawn.has(lower) || known.has(lower)) return;
    known.add(lower);
    list.push(id);
  };
  if (rules.wishes.refresh ?? true) for (const id of wishes.indexed) add(wanted.indexed, id);
  const most = known.size + rules.most.models;
  const addNew = (list: string[], id: string) => {
    if (known.size < most) add(list, id);
    return known.size < most;
  };
  for (const id of wishes.named) addNew(wanted.wished, id);
  const found = (entry: UpstreamListing) => {
    onListed(entry);
    return addNew(wanted.found, entry.id);
  };
  if (wishes.named.length > 0) return wanted;
  const hasRoom = [...wishes.again, ...(rules.wishes.ids ?? [])].every((id) => addNew(wanted.wished, id));
  if (hasRoom) await addSearched(rules, upstream, found);
  for (const id of wishes.demanded((id) => known.has(id.toLowerCase()))) add(wanted.demanded, id);
  return wanted;
}

async function addSearched(
  { wishes }: IndexRules,
  upstream: HubUpstream,
  add: (entry: UpstreamListing) => boolean,
): Promise<void> {
  const owners = (wishes.owners ?? []).map((owner) => ({ owner, sort: 'downloads' as const }));
  // Owners come before searches. Their models are the first to count towards the limit for new models, so that the runs
  // of several days index all of them.
  try {
    for (const search of [...owners, ...(wishes.searches ?? [])])
      for await (const entry of upstream.search(search)) if (!add(entry)) return;
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
  }
}
