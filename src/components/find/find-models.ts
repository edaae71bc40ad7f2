// Finds models for the header's search: over the API of a hub, or over the files of an export.
import type { ModelRow } from '../../shapes/models.ts';
import type { BrowseQuestion } from '../browse/live/browse-question.ts';
import type { FindPlaces } from './find-places.ts';

/** Rows whose words these are, the likeliest first. Rejects when they can't be had, or `signal` says stop. */
export type FindModels = (text: string, signal: AbortSignal) => Promise<readonly ModelRow[]>;

/** Rows that are asked for: more than are shown, since owners are told from them too. */
const ASKED = 30;

/** What finds models from these places. */
export function modelFinder({ models, shards }: FindPlaces): FindModels {
  return shards === undefined ? (text, signal) => askHub(models, text, signal) : askFiles(shards);
}

async function askHub(models: string, text: string, signal: AbortSignal): Promise<readonly ModelRow[]> {
  const query = new URLSearchParams({ search: text, match: 'words', limit: String(ASKED) });
  const answer = await fetch(`${models}?${query}`, { signal });
  if (!answer.ok) throw new Error(`${models} answered ${answer.status}`);
  return (await answer.json()) as ModelRow[];
}

/** The files of an export find one run of letters: the longest word is asked for, and the others are looked for in ids. */
function askFiles(shards: string): FindModels {
  const finder = import('../browse/live/export-search.ts').then(({ exportFinder }) => exportFinder(shards));
  return async (text, signal) => {
    const words = wordsOf(text);
    const longest = words.toSorted((one, other) => other.length - one.length)[0];
    if (longest === undefined) return [];
    const question: BrowseQuestion = {
      filters: [{ name: 'search', value: longest }],
      sort: undefined,
      cursor: undefined,
    };
    const found = await (await finder).rows(question, signal);
    if ('error' in found) return [];
    return found.rows.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
  };
}

/** The words of a text in lower case; what parts the words of ids parts these. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
