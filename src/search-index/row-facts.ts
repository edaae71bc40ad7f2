// What the search index keeps of one row: read from the row's JSON.
import type { ModelRow } from '../wire/model-row.ts';
import type { SortKey } from './format.ts';

/** Terms and sort values of a row; absent facts are absent, and NaN as values. */
export interface RowFacts {
  id: string;
  library: string | undefined;
  task: string | undefined;
  tags: readonly string[];
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
    values: {
      downloads: number(row.downloads),
      trendingScore: number(row.trendingScore),
      likes: number(row.likes),
      createdAt: row.createdAt === undefined ? Number.NaN : Date.parse(row.createdAt),
    },
  };
}

/** Adding zero makes -0 plain zero, which it equals and must sort with. */
function number(value: number | undefined): number {
  return value === undefined ? Number.NaN : value + 0;
}
