// Shortens the rows of a search for an agent.
import type { ModelRow } from '../../shapes/models.ts';
import { modelFacts } from '../../tools/model-facts.ts';
import type { Made } from '../../tools/tools.ts';

/**
 * The maximum size in bytes of the rows in one answer, which are about 10,000 tokens. A narrower search finds the rows
 * that do not fit.
 */
const MOST_BYTES = 32_768;

/**
 * Makes the answer of `search_models` with the first `rows`, as many as `MOST_BYTES` allows. `total` is the number of
 * all matches.
 */
export function foundModels(rows: readonly ModelRow[], total: number): Made<'search_models'> {
  const models = fitting(rows.map((row) => ({ id: row.id, ...modelFacts(row), files: row.hub.files })));
  const note = noteOn(models.length, rows.length, total);
  return { models, total, ...(note === undefined ? {} : { note }) };
}

/** Returns as many of the first `models` as fit in an answer. Nearly always, all models fit. */
function fitting<T>(models: T[]): T[] {
  if (JSON.stringify(models).length <= MOST_BYTES) return models;
  let bytes = 0;
  const first = models.findIndex((model) => {
    bytes += JSON.stringify(model).length + 1;
    return bytes > MOST_BYTES;
  });
  return models.slice(0, first);
}

function noteOn(shown: number, found: number, total: number): string | undefined {
  if (total === 0) return 'No model matches: use fewer words, or fewer conditions.';
  if (shown === total) return undefined;
  const more =
    shown < found ? 'narrow the search, since an answer holds no more' : 'narrow the search, or raise "limit"';
  return `These are the first ${shown} of ${total}: ${more}.`;
}
