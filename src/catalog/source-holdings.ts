// Sums up what sources hold: the files of a model that differ at a source, small files to probe a source with, and models
// that would survive on IPFS alone.

import { defined } from '../basics/records.ts';
import { isWeight } from '../model/weight-formats.ts';
import { namesOf, type Place } from '../nouns/source-kinds.ts';
import type { Pin } from '../shapes/discovery.ts';
import type { DifferingFile, ModelObject, SourceObject } from '../shapes/objects.ts';

export interface DiffersSummary {
  files: number;
  first: DifferingFile[];
}

/** The maximum number of files in a summary, because directions and pages should stay small. */
const MOST_NAMED = 10;

/** Sums up the files that differ at a source; undefined if there are none. */
export function differsSummary({ differs }: SourceObject): DiffersSummary | undefined {
  return differs && { files: differs.length, first: differs.slice(0, MOST_NAMED) };
}

/** Says in a sentence which of the model's `all` files differ, and since when. */
export function differsInWords({ files, first }: DiffersSummary, all: string): string {
  const named = first.map(({ path, seen }) => (seen === undefined ? path : `${path} (since ${seen})`)).join(', ');
  const more = files > first.length ? ` and ${files - first.length} more, which its object names` : '';
  return (
    `${files} of ${all} ${files === 1 ? 'has' : 'have'} other bytes there, so the hub sends nobody there ` +
    `for ${files === 1 ? 'it' : 'them'}: ${named}${more}.`
  );
}

/**
 * Returns what IPFS keeps of a model, with the day on which it was pinned, if known. Returns undefined if IPFS lacks
 * some weights, or if the source object says that they are not pinned.
 */
export function pinOf(model: ModelObject, sources: readonly SourceObject[]): Pin | undefined {
  const source = sources.find(
    ({ kind, root, pinned, files }) =>
      kind === 'ipfs' && root !== undefined && pinned !== false && holdsWeights(model, files),
  );
  if (!source) return undefined;
  const { root, pinned, hidden } = source;
  return {
    root: root!,
    revision: model.revision,
    ...(typeof pinned === 'string' && { pinned }),
    ...defined({ hidden }),
  };
}

function holdsWeights(model: ModelObject, held: string[] | undefined): boolean {
  if (held === undefined) return true;
  const paths = new Set(held);
  return model.files.every(({ path }) => paths.has(path) || !isWeight(path));
}

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

/** Probe files by the token of their source, the smallest first. */
export type ProbeFiles = Record<string, { files: ProbeFile[] }>;

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
