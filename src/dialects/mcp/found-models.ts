// Rows of a search as an agent reads them: short, and no more than it should read at once.
import type { ModelRow } from '../../shapes/models.ts';
import { modelFacts } from '../../tools/model-facts.ts';
import type { Made } from '../../tools/tools.ts';

/** Bytes of rows in one answer, about 10,000 tokens; a narrower question gets at the rest. */
const MOST_BYTES = 32_768;

/** The answer of `search_models`: as many of `rows` as an agent should read at once, of `total` that match. */
export function foundModels(rows: readonly ModelRow[], total: number): Made<'search_models'> {
  const models: Made<'search_models'>['models'] = [];
  let bytes = 0;
  for (const row of rows) {
    const model = { id: row.id, ...modelFacts(row), files: row.hub.files };
    bytes += JSON.stringify(model).length + 1;
    if (bytes > MOST_BYTES) break;
    models.push(model);
  }
  const note = noteOn(models.length, rows.length, total);
  return { models, total, ...(note === undefined ? {} : { note }) };
}

function noteOn(shown: number, found: number, total: number): string | undefined {
  if (total === 0) return 'No model matches: use fewer words, or fewer conditions.';
  if (shown === total) return undefined;
  const more =
    shown < found ? 'narrow the search, since an answer holds no more' : 'narrow the search, or raise "limit"';
  return `These are the first ${shown} of ${total}: ${more}.`;
}
