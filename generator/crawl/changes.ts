// Finds changed models by an upstream's list of models, which is sorted by the time of their last change. Reads from
// the newest change back to the newest change of the last reading.
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';

/**
 * The milliseconds by which each reading goes back beyond the newest change of the last reading, because the list may
 * show a change late.
 */
const OVERLAP_MS = 3_600_000;
/** A list counts as sorted if at most one in this number of entries is newer than the entry before it. */
const DISORDER = 10;

export interface Changes {
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
