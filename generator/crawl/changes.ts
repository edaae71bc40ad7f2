// Finds the models that have changed in an upstream's list, which is sorted by last change. It reads from the newest
// change back to the change at which the last day ended.
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';

/** Each reading goes back further than the mark by this number of milliseconds, because the list may be late. */
const OVERLAP_MS = 3_600_000;
/** A list counts as sorted if at most one in this number of entries is newer than the entry before it. */
const DISORDER = 10;

export interface Changes {
  /**
   * The newest change in the list, in milliseconds since 1970. The next day reads back to it. It is undefined for a
   * list that is not sorted.
   */
  mark: number | undefined;
  /**
   * The ids of indexed models that have changed. They are undefined if the list is not sorted, or does not reach back
   * to the last mark.
   */
  ids: Set<string> | undefined;
}

interface ChangeReading {
  /** The mark of the last reading. Without a mark only the first page is read. */
  since: number | undefined;
  /** The maximum number of pages to read. */
  pages: number;
  /** The time now, in milliseconds since 1970. An entry may claim to be newer. */
  now: number;
  /** The ids of indexed models, in lower case. */
  indexed: ReadonlySet<string>;
  /** Gets the entries of indexed models. */
  onListed(entry: UpstreamListing): void;
}

/** Reads the list. Rejects as `HubUpstream.search` does. */
export async function readChanges(
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
