// The facts that the search index keeps of one row, read from the row's JSON.
import { copyBytes } from '../../model/download-size.ts';
import type { ModelFigures } from '../../model/model-figures.ts';
import type { HubFacts, ModelRow } from '../../shapes/models.ts';
import type { SortKey } from '../format/format.ts';
import { sizeClass } from '../size-classes.ts';

/** Terms and sort values of a row; absent facts are absent, and NaN as values. */
export interface RowFacts {
  id: string;
  library: string | undefined;
  task: string | undefined;
  tags: readonly string[];
  /** The class of the size of one copy. */
  size: string;
  /** The number of sources that hold it. */
  sources: number;
  /** The bytes of its smallest form, a quantisation or the usual copy; NaN if unknown. */
  leastBytes: number;
  /** NaN if unknown. */
  parameters: number;
  values: Record<SortKey, number>;
}

/** The values that change daily. */
export type FigureValues = Pick<RowFacts['values'], 'downloads' | 'trendingScore' | 'likes'>;

const decoder = new TextDecoder();

/** Reads a row, which is JSON text of a ModelRow in UTF-8. Throws what JSON.parse throws. */
export function rowFacts(json: Uint8Array): RowFacts {
  return factsOfRow(JSON.parse(decoder.decode(json)) as ModelRow);
}

/** Gives the same facts of a parsed row. */
export function factsOfRow(row: ModelRow): RowFacts {
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
      ...figureValues(row),
      createdAt: instant(row.createdAt),
      // Uses the creation if the model never changed since, as the list does.
      updated: instant(row.lastModified ?? row.createdAt),
      size: copyBytes(row.hub) || Number.NaN,
    },
  };
}

/** Gives figures as values. */
export function figureValues({ downloads, trendingScore, likes }: ModelFigures): FigureValues {
  return { downloads: number(downloads), trendingScore: number(trendingScore), likes: number(likes) };
}

/** True if the former row (JSON) had the same facts apart from figures; `facts` are those of the later one. */
export function sameFacts(before: Uint8Array, facts: RowFacts): boolean {
  return textOf(rowFacts(before)) === textOf(facts);
}

/** Gives all facts except the figures. */
function textOf({ values, ...facts }: RowFacts): string {
  return JSON.stringify([facts, values.createdAt]);
}

/** Gives the bytes of the smallest form, NaN if unknown: zero bytes of weights mean unknown weights. */
export function leastBytes(hub: HubFacts): number {
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? Math.min(...sizes) : Number.NaN;
}

const instant = (text: string | undefined) => (text === undefined ? Number.NaN : Date.parse(text));

/** Adding zero turns -0 into 0, with which it must sort. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
