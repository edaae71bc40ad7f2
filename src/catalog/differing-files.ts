// Sums up the files that a source has with other bytes: how many there are, and the first of them. Its object has them
// all.
import type { DifferingFile, SourceObject } from '../shapes/objects.ts';

export interface DiffersSummary {
  files: number;
  first: DifferingFile[];
}

/** Files named: what stands in the head of directions and on a page stays small. */
const MOST_NAMED = 10;

/** Undefined where the source has none. */
export function differsSummary({ differs }: SourceObject): DiffersSummary | undefined {
  return differs && { files: differs.length, first: differs.slice(0, MOST_NAMED) };
}

/** As a sentence: which of `all` files of the model, found when. */
export function differsInWords({ files, first }: DiffersSummary, all: string): string {
  const named = first.map(({ path, seen }) => (seen === undefined ? path : `${path} (since ${seen})`)).join(', ');
  const more = files > first.length ? ` and ${files - first.length} more, which its object names` : '';
  return (
    `${files} of ${all} ${files === 1 ? 'has' : 'have'} other bytes there, so the hub sends nobody there ` +
    `for ${files === 1 ? 'it' : 'them'}: ${named}${more}.`
  );
}
