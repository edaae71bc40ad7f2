// Chooses probe files for sources that have none of their own: small files that the source holds according to the
// catalog.
import { namesOf, type Place } from '../nouns/source-kinds.ts';
import type { ModelObject, SourceObject } from '../shapes/objects.ts';

/** The path of a tree's file that lists probe files for each source, by the source's token. */
export const PROBE_FILES = 'build/probe-files.json';

/** The maximum size in bytes of a probe file, which is fetched again and again. */
const LARGEST = 1_000_000;

/** The smallest file of a model at one source. */
export interface ProbeFile {
  model: string;
  /** The names that the source itself has for the model. */
  place: Place;
  path: string;
  size: number;
  /** The file's hash in the index, never a hash from the source. */
  sha256: string;
}

/**
 * Probe files by the token of their source. `isCut` is true if the source holds further probe files, which are larger.
 */
export type ProbeFiles = Record<string, { files: ProbeFile[]; isCut?: boolean }>;

/**
 * Returns the smallest file of `model` at each of `sources`, with the source's token. Leaves out a source that holds no
 * file of at most `LARGEST` bytes.
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

/** Compares two probe files by size, then by model. */
export const bySize = (a: ProbeFile, b: ProbeFile) =>
  a.size - b.size || Number(a.model > b.model) - Number(a.model < b.model);
