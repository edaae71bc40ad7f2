// The one file with which the pages of an export search: the rows of all models, from which a browser builds the index
// that a hub has. So the answers are those of the hub.
import type { ModelRow } from '../../shapes/models.ts';
import { SearchIndex } from '../search-index.ts';
import { SearchIndexBuilder } from './builder.ts';

/** The path of the file in an export. */
export const SEARCH_FILE = '_search.json';

/**
 * The maximum number of models in the file. A browser indexes this number in one to three seconds, and the file
 * then has five to ten megabytes, or one to two if it is compressed.
 */
export const MOST_EXPORTED = 20_000;

/** The facts that no list of models shows and no search needs, or that follow from the id. */
const LEFT_OUT = new Set(['_id', 'modelId', 'author', 'sha', 'private', 'gated', 'disabled', 'files', 'manifest']);

/** The number of rows that a browser indexes before it handles other events. */
const AT_ONCE = 500;

/** Makes the file: a JSON array with one row per line. The rows must be in the order of their ids. */
export function exportedRows(rows: readonly ModelRow[]): string {
  const shown = (name: string, value: unknown) => (LEFT_OUT.has(name) ? undefined : value);
  return `[\n${rows.map((row) => JSON.stringify(row, shown)).join(',\n')}\n]\n`;
}

/** An index that a browser built, and its rows. */
interface ExportedIndex {
  index: SearchIndex;
  /** Returns a row of the index. It lacks the facts that no list of models shows. */
  rowAt(number: number): ModelRow;
}

/** Builds the index from the text of the file. */
export async function indexExported(file: string): Promise<ExportedIndex> {
  const lines = file.split('\n').filter((line) => line.startsWith('{'));
  const texts = lines.map((line) => line.replace(/,$/, ''));
  const encoder = new TextEncoder();
  const builder = new SearchIndexBuilder();
  for (const [at, text] of texts.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    builder.add(encoder.encode(text));
  }
  const index = new SearchIndex(builder.finish().buffer);
  return { index, rowAt: (number) => JSON.parse(texts[number]!) as ModelRow };
}
