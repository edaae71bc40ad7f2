// Reads from an upstream's list by last change which models have changed, from the newest down to where the last day ended.
import type { HubUpstream, UpstreamListing } from './hub-upstream.ts';

/** Changes are read again this far back: a list may be late. */
const OVERLAP_MS = 3_600_000;
/** A list counts as sorted as long as no more than one of this many entries is newer than the one before. */
const DISORDER = 10;

export interface Changes {
  /** The newest change of the list, from which the next day goes on, in milliseconds since 1970; undefined for a list in no order. */
  mark: number | undefined;
  /** The ids of indexed models that changed; undefined where the list does not reach back to the last mark, or has no order. */
  ids: Set<string> | undefined;
}

interface ChangeReading {
  /** The mark of the last reading. Without one only the first page is read. */
  since: number | undefined;
  /** Pages at most. */
  pages: number;
  /** Now, in milliseconds since 1970: an entry may claim to be newer. */
  now: number;
  /** The ids that matter, in lower case. */
  indexed: ReadonlySet<string>;
  /** Gets their entries. */
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
