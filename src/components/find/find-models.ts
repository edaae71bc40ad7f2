// Finds models for the header's search, from the API of a hub or the file of an export.
import type { ModelRow } from '../../shapes/models.ts';
import type { FindPlaces } from './find-places.ts';

/** Finds rows that match the words, the best matches first. Rejects on a failure, or when `signal` aborts. */
export type FindModels = (text: string, signal: AbortSignal) => Promise<readonly ModelRow[]>;

/** The number of rows to request: more than are shown, since owners come from the same rows. */
const ASKED = 30;

/** Makes a finder that reads the file of an export if `file` is given, and asks the API of a hub otherwise. */
export function modelFinder({ models, file }: FindPlaces): FindModels {
  const opened = file === undefined ? undefined : import('../browse/export-finder.ts');
  const files = opened?.then(({ exportFinder }) => exportFinder(file!));
  return async (text, signal) => {
    const query = new URLSearchParams({ search: text, match: 'words', limit: String(ASKED) });
    if (files) {
      const found = await (await files).search(query, signal);
      return 'error' in found ? [] : found.rows;
    }
    const answer = await fetch(`${models}?${query}`, { signal });
    if (!answer.ok) throw new Error(`${models} answered ${answer.status}`);
    return (await answer.json()) as ModelRow[];
  };
}
