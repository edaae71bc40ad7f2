// The facts of one row that the search index keeps, read from the row's JSON.
import { needsBase } from '../../model/adapter.ts';
import { copyBytes, neededMemory } from '../../model/context-memory.ts';
import { parameterClasses, sizeClass } from '../../nouns/search-choices.ts';
import type { ModelRow } from '../../shapes/models.ts';
import type { OrderKey } from '../orders.ts';

/** The facts of a row that the index keeps. A missing text is undefined, and a missing number NaN. */
export interface RowFacts {
  id: string;
  library: string | undefined;
  task: string | undefined;
  tags: readonly string[];
  /** The class of the size of one copy (`nouns/search-choices.ts`). */
  size: string;
  /** The class of the number of parameters. */
  parameterClass: string;
  /** True if the row says that the model has no parameters. */
  isZero: boolean;
  quants: readonly string[];
  /** The names of the sources that hold the model. */
  held: readonly string[];
  values: Record<OrderKey, number>;
}

const decoder = new TextDecoder();

/** Reads a row: the JSON text of a ModelRow in UTF-8. Throws the error of JSON.parse for any other text. */
export function rowFacts(json: Uint8Array): RowFacts {
  const row = JSON.parse(decoder.decode(json)) as ModelRow;
  return {
    id: row.id,
    library: row.library_name,
    task: row.pipeline_tag,
    tags: row.tags ?? [],
    size: sizeClass(copyBytes(row.hub)),
    parameterClass: parameterClasses.of(row.hub.parameters),
    isZero: row.hub.parameters === 0,
    quants: Object.keys(row.hub.quants ?? {}),
    held: row.hub.sources ?? [],
    values: {
      downloads: number(row.downloads),
      trendingScore: number(row.trendingScore),
      likes: number(row.likes),
      createdAt: instant(row.createdAt),
      // If the time of the last change is unknown, the time of creation counts, as in the list of models.
      updated: instant(row.lastModified ?? row.createdAt),
      size: copyBytes(row.hub) || Number.NaN,
      parameters: row.hub.parameters || Number.NaN,
      memory: leastMemory(row),
    },
  };
}

/**
 * Returns the memory in bytes that the smallest form of a model needs; NaN if unknown. Zero bytes of weights count as
 * unknown, and so does an adapter, which also needs the memory of its base model.
 */
function leastMemory({ hub, library_name: library, tags }: ModelRow): number {
  if (needsBase({ library, tags, quants: hub.quants })) return Number.NaN;
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? neededMemory(Math.min(...sizes), hub) : Number.NaN;
}

const instant = (text: string | undefined) => (text === undefined ? Number.NaN : Date.parse(text));

/** Returns NaN for undefined. Adding zero turns -0 into 0, so that both sort as equal. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
