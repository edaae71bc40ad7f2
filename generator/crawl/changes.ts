// Chooses the indexed models that a day looks at: those that have changed according to the upstream's list, and, in
// turn, a part of the other models.
import { Failure } from '../process/failure.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';
import { BudgetSpent } from './polite-fetch.ts';

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

/** The list of changes may take at most a run's number of requests divided by this number. */
const OF_A_RUN = 4;
/**
 * The milliseconds by which each reading goes back beyond the newest change of the last reading, because the list may
 * show a change late.
 */
const OVERLAP_MS = 3_600_000;
/** A list counts as sorted if at most one in this number of entries is newer than the entry before it. */
const DISORDER = 10;

/**
 * Gives the due models among `indexed`, in which the models that runs looked at longest ago come first. Models in `told`
 * (ids in lower case) are due in any case. `keep` gets the entries of indexed models in the list of changes. The
 * first run of a day chooses, and later runs continue: a model stays due until its result is in force. If the list of
 * changes does not tell which models have changed, every model is due.
 */
export async function dueModels(
  { rules, upstream, memory, day, isDry }: CrawlRun,
  indexed: readonly string[],
  told: ReadonlySet<string>,
  keep: (entry: UpstreamListing) => void,
): Promise<{ due: ReadonlySet<string>; refresh?: RefreshReport }> {
  const all = new Set(indexed);
  const due = new Set([...memory.all('due')].flatMap(([id]) => (all.has(id) ? [id] : [])));
  const untold = indexed.filter((id) => !due.has(id) && !told.has(id.toLowerCase()));
  let refresh: RefreshReport | undefined;
  if (memory.get('planned', 'day') !== day) {
    // Each page costs a request, so it reads at most as many pages as it can save requests.
    const pages = Math.max(1, Math.min(untold.length, Math.floor(rules.most.requests / OF_A_RUN)));
    const known = new Map(indexed.map((id) => [id.toLowerCase(), id]));
    const { mark, ids, why, isSpent } = await readChanges(upstream, memory.get('mark', 'mark'), pages, known, keep);
    const inTurn = ids ? untold.slice(0, Math.ceil(untold.length / rules.wishes.refresh_days!)) : untold;
    for (const id of [...inTurn, ...(ids ?? [])]) due.add(id);
    refresh = { inTurn: inTurn.length, ...(ids && { changed: ids.size }), ...(why !== undefined && { why }) };
    // Nothing was chosen if the budget is spent. The next run then chooses.
    if (!isDry && !isSpent)
      memory.together(() => {
        for (const id of due) memory.set('due', id, true);
        memory.set('planned', 'day', day);
        if (mark !== undefined) memory.set('mark', 'mark', mark);
      });
  }
  for (const id of indexed) if (told.has(id.toLowerCase()) || memory.has('found', id)) due.add(id);
  return { due, ...(refresh && { refresh }) };
}

interface Changes {
  /** The time of the newest change in the list, in milliseconds since 1970. The next day reads back to this time. */
  mark?: number;
  /** The indexed models that have changed; absent if the list does not tell, with the reason as a sentence. */
  ids?: Set<string>;
  why?: string;
  isSpent?: boolean;
}

/** Reads the list back to the change at `since`; without it reads the first page. `known` has ids by their lower case. */
async function readChanges(
  upstream: HubUpstream,
  since: number | undefined,
  most: number,
  known: ReadonlyMap<string, string>,
  keep: (entry: UpstreamListing) => void,
): Promise<Changes> {
  const until = since === undefined ? Number.POSITIVE_INFINITY : since - OVERLAP_MS;
  const ids = new Set<string>();
  let [entries, disorder, pages, newest, last] = [0, 0, 1, Number.NaN, Number.POSITIVE_INFINITY];
  const isSorted = () => entries > 0 && disorder * DISORDER <= entries;
  const goesOn = () => isSorted() && last >= until && pages++ < most;
  try {
    for await (const entry of upstream.search({ sort: 'lastModified', goesOn })) {
      const at = Date.parse(entry.changed ?? '');
      entries++;
      if (!(at <= last)) disorder++;
      if (Number.isNaN(at)) continue;
      if (Number.isNaN(newest)) newest = at;
      last = at;
      const id = known.get(entry.id.toLowerCase());
      if (id === undefined) continue;
      if (at >= until) ids.add(id);
      keep(entry);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { why: error.message, isSpent: error instanceof BudgetSpent };
  }
  if (!isSorted()) return { why: 'The list of changes has no order.' };
  // An entry may claim a time in the future.
  const mark = Math.min(newest, Date.now());
  if (since === undefined) return { mark, why: 'It is the first time.' };
  return last < until ? { mark, ids } : { mark, why: 'The list of changes does not reach back to the last day.' };
}
