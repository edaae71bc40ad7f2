// Checks the sources of an import row against the sources of the service, and fills in defaults.

import { defined, own } from '../../../src/basics/records.ts';
import { parseMoment } from '../../../src/nouns/calendar.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import { kindOf, namesOf, type SourceKind, sourceKind } from '../../../src/nouns/source-kinds.ts';
import { P2P, type Service, type Source } from '../../../src/service/service.ts';
import type { DifferingFile } from '../../../src/shapes/objects.ts';
import type { Fault, ShapedSource } from './row-shape.ts';

/** A source that holds the model, with the facts of its source object. */
interface RowSource extends ReturnType<typeof namesOf> {
  source: string;
  kind: SourceKind;
  /** The files that the source has, sorted bytewise; absent if it has all. */
  files?: string[];
  /** Files of which the source has other bytes, sorted bytewise by path. */
  differs?: DifferingFile[];
  /**
   * The day when the model was pinned on IPFS; true if the day is unknown; false if it is not pinned; absent if the row
   * does not say.
   */
  pinned?: string | boolean;
  hidden?: true;
}

export interface RowSources {
  /** The sources that hold the model, in the order of the service's sources. */
  places: RowSource[];
  /** True if peers (P2P) are shown among the sources that hold the model. */
  p2p: boolean;
}

interface Model {
  id: string;
  revision: string;
  files: readonly { path: string; sha256: string }[];
}

/**
 * Reads the sources of `model`. If the row names no source, the model has one: the origin, at the model's revision.
 * Returns the faults if there are any.
 */
export function readSources(
  model: Model,
  given: readonly ShapedSource[] | undefined,
  service: Service,
): RowSources | Fault[] {
  const shaped = given ?? [{ source: service.origin }];
  const faults = shaped.flatMap((source, at) => {
    const isTwice = shaped.findIndex((one) => one.source === source.source) < at;
    const found = [
      ...(isTwice ? [['source', 'occurs twice in this row']] : []),
      ...sourceFaults(source, model, service),
    ];
    return found.map(([name, reason]) => ({ field: `sources[${at}].${name}`, reason: reason! }));
  });
  if (faults.length > 0) return faults;
  const places = service.sources.flatMap((source) => {
    const named = shaped.find((each) => each.source === source.token);
    return named ? [placeOf(source, named, model)] : [];
  });
  return { places, p2p: shaped.some(({ source }) => source === P2P.token) };
}

function placeOf(source: Source, given: ShapedSource, model: Model): RowSource {
  // A list with every file means the same as no list.
  const some = given.files && given.files.length < model.files.length ? given.files : undefined;
  const held = {
    ...(some && { files: [...some].sort(compareBytewise) }),
    ...(given.differs && { differs: [...given.differs].sort((a, b) => compareBytewise(a.path, b.path)) }),
  };
  const kind = sourceKind(source);
  const { names, isPinned } = kindOf(kind);
  const named = Object.entries(names).map(([name, { otherwise }]) => [
    name,
    nameIn(given, name) ?? otherwise?.(model, source),
  ]);
  const place = namesOf(Object.fromEntries(named));
  const known = { source: source.token, kind, ...place, ...held };
  if (!isPinned) return known;
  const pinned = typeof given.pinned === 'string' ? parseMoment(given.pinned)!.slice(0, 10) : given.pinned;
  return { ...known, ...defined({ pinned }), ...(given.hidden ? { hidden: true } : {}) };
}

const nameIn = (given: ShapedSource, name: string) => own(given, name) as string | undefined;

/** Yields the faults of a source: the field and the reason. */
function* sourceFaults(
  given: ShapedSource,
  model: Model,
  service: Service,
): Generator<[field: string, reason: string]> {
  if (given.source === P2P.token) return;
  const source = service.sources.find(({ token }) => token === given.source);
  if (!source) {
    const known = [...service.sources.map(({ token }) => token), P2P.token].join(', ');
    yield ['source', `is no source of this service (${known})`];
    return;
  }
  for (const [name, { fault, otherwise }] of Object.entries(kindOf(sourceKind(source)).names)) {
    const text = nameIn(given, name);
    const reason = text === undefined ? (otherwise ? undefined : 'is missing') : fault(text);
    if (reason) yield [name, reason];
  }
  if (!given.files && !given.differs) return;
  const hashes = new Map(model.files.map(({ path, sha256 }) => [path, sha256]));
  const { files = [...hashes.keys()], differs } = given;
  if (files.length === 0 && !differs) yield ['files', 'must be a list of at least one path'];
  const lists = { files, differs: differs?.map(({ path }) => path) ?? [] };
  for (const [name, paths] of Object.entries(lists)) {
    if (paths.some((path) => !hashes.has(path))) yield [name, 'names a path that the model does not have'];
    if (new Set(paths).size < paths.length) yield [name, 'names a path twice'];
  }
  const held = new Set(files);
  if (lists.differs.some((path) => held.has(path)))
    yield ['differs', 'names a path that the source holds: leave it out of files'];
  if (differs?.some(({ path, sha256 }) => hashes.get(path) === sha256))
    yield ['differs', 'names the hash that the model has'];
}
