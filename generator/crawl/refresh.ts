// Chooses the indexed models that a day looks at: those that changed by the upstream's list, and a part of the others.
import { Failure } from '../process/failure.ts';
import { type Changes, readChanges } from './changes.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';
import type { IndexRules } from './index-rules.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** The list of changes may take one of this many requests of a run. */
const OF_A_RUN = 4;

export interface RefreshReport {
  /** Models that the list of changes names; undefined where it does not say what changed, and every model is due. */
  changed?: number;
  /** Models whose turn it is. */
  inTurn: number;
  /** The reason why every model is due, as a sentence. */
  why?: string;
}

interface Refreshing {
  rules: IndexRules;
  upstream: HubUpstream;
  memory: CrawlMemory;
  /** YYYY-MM-DD. */
  day: string;
  /** True if nothing may be kept. */
  isDry: boolean;
  onListed: Parameters<typeof readChanges>[1]['onListed'];
}

/** The models of a day, by their ids as the index spells them. */
interface DueModels {
  ids: ReadonlySet<string>;
  report?: RefreshReport;
}

/**
 * Gives the due models among `indexed`, which begins with those that nobody has looked at for longest; `told` are those, in
 * lower case, that the searches of this run have told of. The first run of a day chooses, and the others go on: what is due
 * stays so until it is in force. Where the list does not tell what changed, every model is due.
 */
export async function dueModels(
  refreshing: Refreshing,
  indexed: readonly string[],
  told: ReadonlySet<string>,
): Promise<DueModels> {
  const { memory, day, isDry } = refreshing;
  const all = new Set(indexed);
  const due = new Set(memory.due().filter((id) => all.has(id)));
  const isTold = (id: string) => told.has(id.toLowerCase());
  const report = memory.plan().day === day ? undefined : await choose();
  for (const id of memory.foundOn(day)) due.add(id);
  for (const id of indexed) if (isTold(id)) due.add(id);
  return { ids: due, ...(report && { report }) };

  async function choose(): Promise<RefreshReport> {
    const untold = indexed.filter((id) => !due.has(id) && !isTold(id));
    const { mark, ids, why, isSpent } = await changesFor(refreshing, indexed, untold.length);
    const days = refreshing.rules.wishes.refresh_days!;
    const inTurn = ids ? untold.slice(0, Math.ceil(untold.length / days)) : untold;
    const changed = ids && indexed.filter((id) => ids.has(id.toLowerCase()));
    for (const id of [...inTurn, ...(changed ?? [])]) due.add(id);
    // If the budget is spent, nothing was chosen: the next run chooses.
    if (!isDry && !isSpent) memory.keepPlan(day, due, mark ?? memory.plan().mark);
    return { inTurn: inTurn.length, ...(changed && { changed: changed.length }), ...(why !== undefined && { why }) };
  }
}

/** Reads the list of changes with no more pages than it spares requests for models. */
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
