// Sums up the files of a model that differ at a source: their number, and the first of them. The source object lists
// all of them.
import type { DifferingFile, SourceObject } from '../shapes/objects.ts';

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

/** The path of a tree's file that lists, by model id, the sources at which files differ. */
export const DIFFERING = 'build/differing.json';

/** The number of a model's files that differ at each source, by the source's token. */
export type DifferingSources = Record<string, number>;

/** Counts the files of a model that differ at each source; undefined if none differ. */
export function differingSources(sources: readonly SourceObject[]): DifferingSources | undefined {
  const counts = sources.flatMap(({ source, differs }) => (differs ? [[source, differs.length] as const] : []));
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
}
