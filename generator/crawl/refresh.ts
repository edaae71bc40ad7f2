// Chooses the indexed models that a day looks at: those that have changed according to the upstream's list, and, in
// turn, a part of the other models.

import { defined } from '../../src/basics/defined.ts';
import { Failure } from '../process/failure.ts';
import { type Changes, readChanges } from './changes.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';
import type { IndexRules } from './index-rules.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** The list of changes may take at most a run's number of requests divided by this number. */
const OF_A_RUN = 4;

export interface RefreshReport {
  /**
   * The number of models that the list says have changed. Undefined if the list does not tell this; then every model is
   * due.
   */
  changed?: number;
  /** The number of other models that are due because runs looked at them longest ago. */
  inTurn: number;
  /** The reason why every model is due, as a sentence. */
  why?: string;
}

interface Refreshing {
  rules: IndexRules;
  upstream: HubUpstream;
  memory: CrawlMemory;
  /** A day as YYYY-MM-DD. */
  day: string;
  /** True for a dry run, which writes nothing. */
  isDry: boolean;
  onListed: Parameters<typeof readChanges>[1]['onListed'];
}

/** The due models of a day, by their ids in the spelling of the index. */
interface DueModels {
  ids: ReadonlySet<string>;
  report?: RefreshReport;
}

/**
 * Gives the due models among `indexed`, in which the models that runs looked at longest ago come first. `listed` has
 * models (ids in lower case) that are due in any case, such as those about which searches gave facts. The first run of
 * a day chooses, and later runs continue: a model stays due until its result is in force. If the list of changes does
 * not tell which models have changed, every model is due.
 */
export async function dueModels(
  refreshing: Refreshing,
  indexed: readonly string[],
  listed: ReadonlySet<string>,
): Promise<DueModels> {
  const { memory, day, isDry } = refreshing;
  const all = new Set(indexed);
  const due = new Set(memory.due().filter((id) => all.has(id)));
  const isTold = (id: string) => listed.has(id.toLowerCase());
  const report = memory.plan().day === day ? undefined : await choose();
  for (const id of memory.foundOn(day)) due.add(id);
  for (const id of indexed) if (isTold(id)) due.add(id);
  return { ids: due, ...defined({ report }) };

  async function choose(): Promise<RefreshReport> {
    const untold = indexed.filter((id) => !due.has(id) && !isTold(id));
    const { mark, ids, why, isSpent } = await changesFor(refreshing, indexed, untold.length);
    const days = refreshing.rules.wishes.refresh_days!;
    const inTurn = ids ? untold.slice(0, Math.ceil(untold.length / days)) : untold;
    const changed = ids && indexed.filter((id) => ids.has(id.toLowerCase()));
    for (const id of [...inTurn, ...(changed ?? [])]) due.add(id);
    // Nothing was chosen if the budget is spent. The next run then chooses.
    if (!isDry && !isSpent) memory.keepPlan(day, due, mark ?? memory.plan().mark);
    return { inTurn: inTurn.length, ...defined({ changed: changed?.length, why }) };
  }
}

/** Reads the list of changes. Each page costs a request, so it reads at most as many pages as it can save requests. */
async function changesFor(
  { rules, upstream, memory, onListed }: Refreshing,
  indexed: readonly string[],
  untold: number,
): Promise<Partial<Changes> & { why?: string; isSpent?: boolean }> {
  const pages = Math.max(1, Math.min(untold, Math.floor(rules.most.requests / OF_A_RUN)));
  const { mark: since } = memory.plan();
  try {
    const known = new Set(indexed.map((id) => id.toLowerCase()));
    const changes = await readChanges(upstream, { since, pages, now: Date.now(), indexed: known, onListed });
    return changes.ids ? changes : { ...changes, why: whyAll(since, changes.mark) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { why: error.message, isSpent: error instanceof BudgetSpent };
  }
}

function whyAll(since: number | undefined, mark: number | undefined): string {
  if (mark === undefined) return 'The list of changes has no order.';
  return since === undefined ? 'It is the first time.' : 'The list of changes does not reach back to the last day.';
}
