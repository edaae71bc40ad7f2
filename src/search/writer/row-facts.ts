// What the search index keeps of one row: read from the row's JSON.
import { copyBytes } from '../../model/download-size.ts';
import type { HubFacts, ModelRow } from '../../shapes/models.ts';
import type { SortKey } from '../index/format.ts';
import { sizeClass } from '../size-classes.ts';

/** Terms and sort values of a row; absent facts are absent, and NaN as values. */
export interface RowFacts {
  id: string;
  library: string | undefined;
  task: string | undefined;
  tags: readonly string[];
  /** The class of what one copy weighs. */
  size: string;
  /** How many sources hold it. */
  sources: number;
  /** Bytes of the smallest form there is, a quantisation or the usual copy; NaN when unknown. */
  leastBytes: number;
  /** NaN when unknown. */
  parameters: number;
  values: Record<SortKey, number>;
}

const decoder = new TextDecoder();

/** Reads a row, which is JSON text of a ModelRow in UTF-8. Throws what JSON.parse throws. */
export function rowFacts(json: Uint8Array): RowFacts {
  const row = JSON.parse(decoder.decode(json)) as ModelRow;
  return {
    id: row.id,
    library: row.library_name,
    task: row.pipeline_tag,
    tags: row.tags ?? [],
    size: sizeClass(copyBytes(row.hub)),
    sources: row.hub.sources?.length ?? 0,
    leastBytes: leastBytes(row.hub),
    parameters: number(row.hub.parameters),
    values: {
      downloads: number(row.downloads),
      trendingScore: number(row.trendingScore),
      likes: number(row.likes),
      createdAt: row.createdAt === undefined ? Number.NaN : Date.parse(row.createdAt),
    },
  };
}

/** A figure in the text of a row: inside of a text its quotation marks would be escaped. */
const FIGURE = /"(?:downloads|likes|trendingScore)":[-+.\deE]+,?/;

/** True when two rows (JSON) say the same of a model, figures excepted; `facts` are those of the later one. */
export function sameFacts(before: Uint8Array, after: Uint8Array, facts: RowFacts): boolean {
  // On most days figures are all that moved, and to compare what is left of the texts costs a tenth of reading both.
  return differInFigures(before, after, facts) || textOf(rowFacts(before)) === textOf(facts);
}

function differInFigures(before: Uint8Array, after: Uint8Array, { values }: RowFacts): boolean {
  const [left, right] = [decoder.decode(before).split(FIGURE), decoder.decode(after).split(FIGURE)];
  const { downloads, likes, trendingScore } = values;
  const known = [downloads, likes, trendingScore].filter((value) => !Number.isNaN(value)).length;
  // What is called a figure further inside of the row is none.
  return left.length === right.length && known === right.length - 1 && left.every((part, at) => part === right[at]);
}

/** All but the figures. */
function textOf({ values, ...facts }: RowFacts): string {
  return JSON.stringify([facts, values.createdAt]);
}

/** No byte of weights is a model whose weights we don't know. */
function leastBytes(hub: HubFacts): number {
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? Math.min(...sizes) : Number.NaN;
}

/** Adding zero makes -0 plain zero, which it equals and must sort with. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
