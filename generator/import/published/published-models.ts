// Adds the source records that people published about models to the models of a day.
import type { Service } from '../../../src/service/service.ts';
import type { PublishedSource } from '../../../src/shapes/objects.ts';
import type { RowSource } from '../rows/row-sources.ts';

/** A record about one model. */
export interface PublishedRecord {
  /** The revision that the record is about. */
  revision: string;
  /** The hashes of the files that the record names, by their paths. */
  files: ReadonlyMap<string, string>;
  facts: PublishedSource;
  /** The source that the record names, with those files whose bytes were right; absent if there are none. */
  place?: RowSource;
}

/** The records by the model's id in lower case, newest first. */
export type PublishedModels = ReadonlyMap<string, readonly PublishedRecord[]>;

interface KnownModel {
  id: string;
  revision: string;
  files: readonly { path: string; sha256: string }[];
}

/**
 * Returns the records that name the model's revision. Leaves out a record with a file that the model lacks or has with
 * another hash.
 */
export function recordsOf(
  published: PublishedModels | undefined,
  { id, revision, files }: KnownModel,
): PublishedRecord[] {
  const records = published?.get(id.toLowerCase())?.filter((record) => record.revision === revision) ?? [];
  if (records.length === 0) return [];
  const known = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return records.filter((record) => [...record.files].every(([path, sha256]) => known.get(path) === sha256));
}

/**
 * Returns `places`, the sources that hold the model, and the sources that `records` name, in the order of the service's
 * sources. If a source occurs twice, keeps the entry with more files.
 */
export function withPublished<P extends Pick<RowSource, 'source' | 'files'>>(
  places: readonly P[],
  records: readonly PublishedRecord[],
  { sources }: Service,
): (P | RowSource)[] {
  const best = new Map<string, P | RowSource>(places.map((place) => [place.source, place]));
  for (const { place } of records) {
    const known = place && best.get(place.source);
    if (place && (!known || heldBy(known) < heldBy(place))) best.set(place.source, place);
  }
  return sources.flatMap(({ token }) => best.get(token) ?? []);
}

const heldBy = ({ files }: Pick<RowSource, 'files'>) => files?.length ?? Number.POSITIVE_INFINITY;

/** Gives the part of a catalog's entry that shows the records. */
export function entryPublished(records: readonly PublishedRecord[]): { published?: PublishedSource[] } {
  return records.length === 0 ? {} : { published: records.map(({ facts }) => facts) };
}
