// The files by which sources without a probe file of their own are probed: small ones that the catalog says they hold.
import { namesOf, type Place } from '../nouns/source-kinds.ts';
import type { ModelObject, SourceObject } from '../shapes/objects.ts';

/** The file of a tree that holds them: a list for each source, by its token. */
export const PROBE_FILES = 'build/probe-files.json';

/** Bytes of a file that is asked for again and again, at most. */
const LARGEST = 1_000_000;

/** The smallest file of a model at one source. */
export interface ProbeFile {
  model: string;
  /** The source's own names for the model. */
  place: Place;
  path: string;
  size: number;
  /** The index's, never the source's. */
  sha256: string;
}

/** By token of the source. `isCut`: there are more, each behind the last of these. */
export type ProbeFiles = Record<string, { files: ProbeFile[]; isCut?: boolean }>;

/** The smallest file of `model` at each of `sources`, with the source's token; nothing where it holds none that is small enough. */
export function probeFilesOf(model: ModelObject, sources: readonly SourceObject[]): [token: string, file: ProbeFile][] {
  return sources.flatMap((source) => {
    const held = source.files && new Set(source.files);
    const small = model.files.filter(({ path, size }) => size > 0 && size <= LARGEST && (held?.has(path) ?? true));
    const [first] = small.toSorted((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
    if (!first) return [];
    const { path, size, sha256 } = first;
    const file: ProbeFile = { model: model.id, place: namesOf(source), path, size, sha256 };
    return [[source.source, file]];
  });
}

/** The smallest first, equal ones by name. Two of one model are the same. */
export const bySize = (a: ProbeFile, b: ProbeFile) =>
  a.size - b.size || Number(a.model > b.model) - Number(a.model < b.model);
