// Chooses the models of a run: those that the rules or people wish for, and indexed models that are due to be looked at
// again.
import type { Config } from '../../src/service/config.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { modelsIn } from '../days/model-stream.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
import type { IndexRules } from './index-rules.ts';
import type { Listings } from './listings.ts';
import { dueModels, type RefreshReport } from './refresh.ts';
import { type WantedIds, wantedIds } from './wanted-ids.ts';
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
