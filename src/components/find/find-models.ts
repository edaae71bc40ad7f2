// Finds models for the header's search, from the API of a hub or the files of an export.
import type { ModelRow } from '../../shapes/models.ts';
import type { BrowseQuestion } from '../questions/browse-question.ts';
import type { FindPlaces } from './find-places.ts';

/** Finds rows that match the words, the best matches first. Rejects on a failure, or when `signal` aborts. */
export type FindModels = (text: string, signal: AbortSignal) => Promise<readonly ModelRow[]>;

/** The number of rows to request: more than are shown, since owners come from the same rows. */
const ASKED = 30;

/** Makes a finder that reads the search files of an export if `files` is given, and asks the API of a hub otherwise. */
export function modelFinder({ models, files }: FindPlaces): FindModels {
  return files === undefined ? (text, signal) => askHub(models, text, signal) : askFiles(files);
}

async function askHub(models: string, text: string, signal: AbortSignal): Promise<readonly ModelRow[]> {
  const query = new URLSearchParams({ search: text, match: 'words', limit: String(ASKED) });
  const answer = await fetch(`${models}?${query}`, { signal });
  if (!answer.ok) throw new Error(`${models} answered ${answer.status}`);
  return (await answer.json()) as ModelRow[];
}

function askFiles(files: string): FindModels {
  const finder = import('../browse/export-search.ts').then(({ exportFinder }) => exportFinder(files));
  return async (text, signal) => {
    const question: BrowseQuestion = { filters: [{ name: 'search', value: text }], sort: undefined };
    const found = await (await finder).rows(question, signal);
    return 'error' in found ? [] : found.rows;
  };
}
