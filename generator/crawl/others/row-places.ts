// Turns the answers of other sources about a model into the sources of its import row. A source that could not be asked
// keeps the entry that it has in the day before.
import type { DifferingFile, ModelObject, SourceObject } from '../../../src/shapes/objects.ts';
import type { KnownModel, OtherBytes, OtherFound } from './other-source.ts';

/** The model in the day before. */
interface EarlierModel {
  model: ModelObject;
  sources: readonly SourceObject[];
}

/**
 * True if `rowPlaces` needs the model of the day before. This is so if a source could not be asked, or if a difference
 * may have been found on an earlier day.
 */
export function needEarlier(others: readonly OtherFound[]): boolean {
  return others.some((one) => one.kind === 'unreached' || (one.kind === 'place' && one.differs.length > 0));
}

/** Gives the sources of a model's row on `day`, except the source where the crawl found the model. */
export function rowPlaces(
  known: KnownModel,
  others: readonly OtherFound[],
  earlier: EarlierModel | undefined,
  day: string,
): object[] {
  return others.flatMap((one) => {
    const before = earlier?.sources.find(({ source }) => source === one.source);
    if (one.kind === 'absent') return [];
    if (one.kind === 'unreached') return before ? keptPlace(known, earlier!.model, before) : [];
    const { source, names, held, differs } = one;
    return [{ source, ...names, ...(held && { files: held }), ...seenSince(differs, before?.differs, day) }];
  });
}

/** Adds to each difference the day on which it was first found. */
function seenSince(
  differs: readonly OtherBytes[],
  before: readonly DifferingFile[] = [],
  day: string,
): { differs?: DifferingFile[] } {
  if (differs.length === 0) return {};
  const since = new Map(before.map(({ path, sha256, seen }) => [`${sha256} ${path}`, seen]));
  return {
    differs: differs.map(({ path, sha256 }) => ({ path, sha256, seen: since.get(`${sha256} ${path}`) ?? day })),
  };
}

/** Gives a source's entry of the day before, without those files that have changed since. */
function keptPlace({ files }: KnownModel, model: ModelObject, before: SourceObject): object[] {
  const { format: _, model: __, kind: ___, files: listed, differs: differing = [], ...place } = before;
  const then = new Map(model.files.map(({ path, sha256 }) => [path, sha256]));
  const inList = listed && new Set(listed);
  const same = files.filter(({ path, sha256 }) => then.get(path) === sha256).map(({ path }) => path);
  const held = same.filter((path) => inList?.has(path) ?? true);
  const known = new Set(same);
  const differs = differing.filter(({ path }) => known.has(path));
  if (held.length === 0 && differs.length === 0) return [];
  const isWhole = held.length === files.length;
  return [{ ...place, ...(isWhole ? {} : { files: held }), ...(differs.length > 0 ? { differs } : {}) }];
}
