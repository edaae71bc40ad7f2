// Turns the answers of other sources about a model into sources of its import row. A source holds a file if it gives the
// same facts about the file as the upstream.
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';

/** A model whose files are known. */
export interface KnownModel {
  id: string;
  revision: string;
  files: readonly SourceFile[];
}

/** A file, and the hash that a source gives for it. */
export interface OtherBytes {
  path: string;
  sha256: string;
}

/** A file with its size in bytes and its hash. */
export interface SourceFile extends OtherBytes {
  size: number;
}

/** The files that another source has of a model. If it has none of them, it is no source of the model. */
export interface Compared {
  /** Paths of the files that the source has unchanged, in the order of the model's files. */
  held: string[];
  /** Files for which the source gives another hash. */
  differs: OtherBytes[];
  /** The names that the source has for the model, and the day on which it was pinned, as in an import row. */
  names?: object;
}

/** The answer of a source about a model. If the source could not be asked (`fault`), its earlier answer stays. */
export type OtherFound = { source: string } & (Compared | { fault: string });

/** The model in the day before. */
interface EarlierModel {
  model: ModelObject;
  sources: readonly SourceObject[];
}

/**
 * True if `rowPlaces` needs the model of the day before. This is so if a source could not be asked, or if a difference
 * may have been found on an earlier day.
 */
export const needEarlier = (others: readonly OtherFound[]): boolean =>
  others.some((one) => 'fault' in one || one.differs.length > 0);

/** Gives the sources of a model's row on `day`, except the source where the crawl found the model. */
export function rowPlaces(
  { files }: KnownModel,
  others: readonly OtherFound[],
  earlier: EarlierModel | undefined,
  day: string,
): object[] {
  return others.flatMap((one) => {
    const before = earlier?.sources.find(({ source }) => source === one.source);
    const found = 'fault' in one ? before && stillThere(files, earlier!.model, before) : one;
    if (!found || found.held.length + found.differs.length === 0) return [];
    // Each difference has the day on which it was first found.
    const seen = new Map(before?.differs?.map((other) => [`${other.sha256} ${other.path}`, other.seen]));
    const differs = found.differs.map((other) => ({
      ...other,
      seen: seen.get(`${other.sha256} ${other.path}`) ?? day,
    }));
    return {
      ...{ source: one.source, ...found.names },
      ...(found.held.length < files.length && { files: found.held }),
      ...(differs.length > 0 && { differs }),
    };
  });
}

/** Gives a source's entry of the day before, without those files that have changed since. */
function stillThere(files: readonly SourceFile[], { files: old }: ModelObject, before: SourceObject): Compared {
  const { format: _, model: __, kind: ___, source: ____, files: listed, differs = [], ...names } = before;
  const then = new Map(old.map(({ path, sha256 }) => [path, sha256]));
  const same = files.filter(({ path, sha256 }) => then.get(path) === sha256).map(({ path }) => path);
  const held = listed ? same.filter((path) => listed.includes(path)) : same;
  return {
    ...{ names, held },
    differs: differs.filter(({ path }) => same.includes(path)).map(({ path, sha256 }) => ({ path, sha256 })),
  };
}
