// Files to probe sources that have no probe file: small ones that the catalog says they hold.
import { namesOf, type Place } from '../nouns/source-kinds.ts';
import type { ModelObject, SourceObject } from '../shapes/objects.ts';

/** The file of a tree with these files: a list for each source, by its token. */
export const PROBE_FILES = 'build/probe-files.json';

/** The most bytes of a file that is fetched again and again. */
const LARGEST = 1_000_000;

/** The smallest file of a model at one source. */
export interface ProbeFile {
  model: string;
  /** The source's own names for the model. */
  place: Place;
  path: string;
  size: number;
  /** The hash in the index, never one from the source. */
  sha256: string;
}

/** Files by the token of their source. `isCut`: there are further, larger ones. */
export type ProbeFiles = Record<string, { files: ProbeFile[]; isCut?: boolean }>;

/**
 * Gives the smallest file of `model` at each of `sources`, by the source's token; skips a source that holds none small
 * enough.
 */
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

/** Sorts by size, then by name. Two files of one model count as equal. */
export const bySize = (a: ProbeFile, b: ProbeFile) =>
  a.size - b.size || Number(a.model > b.model) - Number(a.model < b.model);
