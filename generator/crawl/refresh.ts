// Chooses the indexed models that a day looks at: those that have changed according to the upstream's list, and, in
// turn, a part of the other models.
import { defined } from '../../src/basics/defined.ts';
import { Failure } from '../process/failure.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
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

/**
 * The milliseconds by which each reading goes back beyond the newest change of the last reading, because the list may
 * show a change late.
 */
const OVERLAP_MS = 3_600_000;
/** A list counts as sorted if at most one in this number of entries is newer than the entry before it. */
const DISORDER = 10;

interface Changes {
  /**
   * The time of the newest change in the list, in milliseconds since 1970. The next day reads the list back to this
   * time. Undefined if the list is not sorted.
   */
  mark: number | undefined;
  /**
   * The ids of indexed models that have changed. Undefined if the list is not sorted, or was not read back to the
   * newest change of the last reading.
   */
  ids: Set<string> | undefined;
}

interface ChangeReading {
  /** The newest change of the last reading, in milliseconds since 1970. Without it only the first page is read. */
  since: number | undefined;
  /** The maximum number of pages to read. */
  pages: number;
  /**
   * The time now, in milliseconds since 1970. It limits `Changes.mark`, because an entry may claim a time in the
   * future.
   */
  now: number;
  /** The ids of indexed models, in lower case. */
  indexed: ReadonlySet<string>;
  /** Called with each entry of an indexed model. */
  onListed(entry: UpstreamListing): void;
}

/** Reads the list. Rejects as `HubUpstream.search` does. */
async function readChanges(
  upstream: HubUpstream,
  { since, pages, now, indexed, onListed }: ChangeReading,
): Promise<Changes> {
  const until = since === undefined ? Number.POSITIVE_INFINITY : since - OVERLAP_MS;
  const ids = new Set<string>();
  const seen = { entries: 0, disorder: 0, pages: 1 };
  let newest: number | undefined;
  let last = Number.POSITIVE_INFINITY;
  const isSorted = () => seen.entries > 0 && seen.disorder * DISORDER <= seen.entries;
  const isThrough = () => last < until;
  const goesOn = () => isSorted() && !isThrough() && seen.pages++ < pages;
  for await (const entry of upstream.search({ sort: 'lastModified', goesOn })) {
    const at = Date.parse(entry.changed ?? '');
    seen.entries++;
    if (!(at <= last)) seen.disorder++;
    if (Number.isNaN(at)) continue;
    newest ??= at;
    last = at;
    const id = entry.id.toLowerCase();
    if (!indexed.has(id)) continue;
    if (at >= until) ids.add(id);
    onListed(entry);
  }
  if (!isSorted()) return { mark: undefined, ids: undefined };
  const isWhole = since !== undefined && isThrough();
  return { mark: newest === undefined ? undefined : Math.min(newest, now), ids: isWhole ? ids : undefined };
}
