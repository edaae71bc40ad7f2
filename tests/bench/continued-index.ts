// Makes a search index of generated rows as it is after several days, each of which changed one model in a hundred.

import { canonicalJson } from '../../src/basics/canonical-json.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { openWritten } from '../../src/search/writer/builder.ts';
import { DayWriter } from '../../src/search/writer/day-writer.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { searchRows } from './search-rows.ts';

const encoder = new TextEncoder();
const jsonOf = (row: ModelRow) => encoder.encode(canonicalJson(row));
/** Stands for the JSON of unchanged rows, which the writer never reads. */
const UNREAD = new Uint8Array(0);

/** Makes the search index of `count` rows after `days` days. */
export function continuedIndex(count: number, days: number): SearchIndex {
  const first = new DayWriter(undefined);
  /** The rows that change on each day, as they are before and after the change. */
  const changed: { before: Uint8Array; after: Uint8Array }[][] = Array.from({ length: days }, () => []);
  let number = 0;
  for (const row of searchRows(count)) {
    const day = number % 100;
    const json = jsonOf(row);
    const before = day < days ? jsonOf({ ...row, tags: [...(row.tags ?? []), 'before'] }) : json;
    if (day < days) changed[day]!.push({ before, after: json });
    first.add({ row: before, rowNumber: number++ }, undefined, { same: false, moved: undefined });
  }
  let index = openWritten(first.finish());
  for (const [day, rows] of changed.entries()) {
    const writer = new DayWriter(index);
    for (let rowNumber = 0; rowNumber < count; rowNumber++) {
      const changes = rowNumber % 100 === day ? rows[(rowNumber - day) / 100]! : undefined;
      const { before: old, after } = changes ?? { before: UNREAD, after: UNREAD };
      writer.add({ row: after, rowNumber }, { row: old, rowNumber }, { same: changes === undefined, moved: undefined });
    }
    index = openWritten(writer.finish(), writer.kept);
  }
  return index;
}
