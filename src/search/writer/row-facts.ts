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

/** The values that move every day. */
export type FigureValues = Pick<RowFacts['values'], 'downloads' | 'trendingScore' | 'likes'>;

const decoder = new TextDecoder();

/** Reads a row, which is JSON text of a ModelRow in UTF-8. Throws what JSON.parse throws. */
export function rowFacts(json: Uint8Array): RowFacts {
  return factsOfRow(JSON.parse(decoder.decode(json)) as ModelRow);
}

/** The same of a row that is read. */
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
      // As the list shows it: what never changed since is as old as it is.
      updated: instant(row.lastModified ?? row.createdAt),
      size: copyBytes(row.hub) || Number.NaN,
    },
  };
}

/** Figures as values. */
export function figureValues({ downloads, trendingScore, likes }: ModelFigures): FigureValues {
  return { downloads: number(downloads), trendingScore: number(trendingScore), likes: number(likes) };
}

/** True when the row before (JSON) said the same of a model, figures excepted; `facts` are those of the later one. */
export function sameFacts(before: Uint8Array, facts: RowFacts): boolean {
  return textOf(rowFacts(before)) === textOf(facts);
}

/** All but the figures. */
function textOf({ values, ...facts }: RowFacts): string {
  return JSON.stringify([facts, values.createdAt]);
}

/** Bytes of the smallest form, NaN when unknown: no byte of weights is a model whose weights we don't know. */
export function leastBytes(hub: HubFacts): number {
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? Math.min(...sizes) : Number.NaN;
}

const instant = (text: string | undefined) => (text === undefined ? Number.NaN : Date.parse(text));

/** Adding zero makes -0 plain zero, which it equals and must sort with. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
