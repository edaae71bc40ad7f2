// The facts that the search index keeps of one row, read from the row's JSON.
import { neededMemory } from '../../model/context-memory.ts';
import { copyBytes } from '../../model/download-size.ts';
import type { ModelFigures } from '../../model/model-figures.ts';
import type { HubFacts, ModelRow } from '../../shapes/models.ts';
import type { SortKey } from '../format/format.ts';
import { parameterClasses, sizeClass } from '../size-classes.ts';

/** Terms and sort values of a row; absent facts are absent, and NaN as values. */
export interface RowFacts {
  id: string;
  library: string | undefined;
  task: string | undefined;
  tags: readonly string[];
  /** The class of the size of one copy. */
  size: string;
  /** The class of its parameters. */
  parameterClass: string;
  quants: readonly string[];
  /** The sources that hold it. */
  held: readonly string[];
  /** The memory that its smallest form needs, a quantisation or the usual copy; NaN if unknown. */
  leastMemory: number;
  /** NaN if unknown. */
  parameters: number;
  values: Record<SortKey, number>;
}

/** The values that change daily. */
type FigureValues = Pick<RowFacts['values'], 'downloads' | 'trendingScore' | 'likes'>;

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
    parameterClass: parameterClasses.of(row.hub.parameters),
    quants: Object.keys(row.hub.quants ?? {}),
    held: row.hub.sources ?? [],
    leastMemory: leastMemory(row.hub),
    parameters: number(row.hub.parameters),
    values: {
      ...figureValues(row),
      createdAt: instant(row.createdAt),
      // Uses the creation if the model never changed since, as the list does.
      updated: instant(row.lastModified ?? row.createdAt),
      size: copyBytes(row.hub) || Number.NaN,
      parameters: row.hub.parameters || Number.NaN,
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

/** Gives the memory of the smallest form, NaN if unknown: zero bytes of weights mean unknown weights. */
export function leastMemory(hub: HubFacts): number {
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? neededMemory(Math.min(...sizes), hub) : Number.NaN;
}

const instant = (text: string | undefined) => (text === undefined ? Number.NaN : Date.parse(text));

/** Adding zero turns -0 into 0, with which it must sort. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
