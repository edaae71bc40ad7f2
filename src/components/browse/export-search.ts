// Answers the questions of the browse page in an export. An export has no hub, so this module reads the search files.
import { LazyValue } from '../../basics/lazy-value.ts';
import { MAX_WORDS } from '../../basics/limits.ts';
import { parseByteSize } from '../../nouns/byte-size.ts';
import { CHOICE_GROUPS } from '../../search/choices.ts';
import type { SearchFilter } from '../../search/conditions.ts';
import { SORTS } from '../../search/format/format.ts';
import { ExportSearch } from '../../search/remote/export-search.ts';
import type { SearchQuery } from '../../search/search.ts';
import { wordsAsked } from '../../search/words/words.ts';
import {
  type BrowseQuestion,
  EXPORT_ROWS,
  type Filter,
  filterValue,
  filterValues,
  readQuestion,
  sortedBy,
} from '../questions/browse-question.ts';
import type { BrowseFinder } from './browse-search.ts';
import { looserQuestions } from './looser-questions.ts';

/** Makes a finder that reads the search files below the address `folder`. */
export function exportFinder(folder: string): BrowseFinder {
  const search = new LazyValue(() =>
    ExportSearch.open(async (path) => {
      // `index.json` is written again every day, so the browser must ask whether its copy is current.
      const answer = await fetch(`${folder}/${path}`, path === 'index.json' ? { cache: 'no-cache' } : {});
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    }),
  );
  /**
   * Runs `work` on the search files. If `work` fails, opens the files again and runs it once more: the files of a new
   * day may have replaced the old ones.
   */
  const ask = async <T>(work: (found: ExportSearch) => Promise<T>): Promise<T> => {
    try {
      return await work(await search.get());
    } catch {
      search.forget();
      return work(await search.get());
    }
  };
  return {
    async rows(question, signal) {
      const fits = question.filters.find(({ name }) => name === 'fits');
      if (fits && parseByteSize(fits.value) === undefined)
        return { error: 'Bad "fits": give a size such as 16GB, 800MB or 24GiB, or a number of gigabytes.' };
      if (wordsAsked(filterValue(question, 'search')).length > MAX_WORDS)
        return { error: `Bad "search": give at most ${MAX_WORDS} words.` };
      const found = await ask((files) => files.search(queryOf(question)));
      signal.throwIfAborted();
      return found;
    },
    async counts(question) {
      const total = await ask((files) => files.count(queryOf(question)));
      const counted = async (query: URLSearchParams) => {
        const asked = queryOf(readQuestion(query), 1);
        const count = await ask((files) => files.count(asked));
        return count ?? (await ask((files) => files.search(asked))).rows.length;
      };
      const drops = total === 0 ? await looserQuestions(counted, question) : [];
      return { total, drops, unknown: 0, facets: undefined };
    },
  };
}

/** Turns a question of the browse page into a query of the search files. */
function queryOf(question: BrowseQuestion, limit = EXPORT_ROWS): SearchQuery {
  const filter = Object.assign({}, ...question.filters.map(conditionOf)) as SearchFilter;
  const tags = filterValues(question, 'filter');
  const anyOf = Object.fromEntries(CHOICE_GROUPS.map((group) => [group, filterValues(question, group)]));
  const order = sortedBy(question);
  const asked = SORTS.find((name) => name === order?.by);
  const ranked = asked === undefined && filter.words !== undefined;
  const sort = asked ?? (ranked ? 'downloads' : 'trendingScore');
  const skip = ((question.page ?? 1) - 1) * limit;
  return { ...filter, tags, anyOf, sort, ascending: order?.ascending === true, ranked, limit, skip };
}

/** Gives the search condition of one filter. Empty for tags and choices, which `queryOf` adds. */
function conditionOf({ name, value }: Filter): Partial<SearchFilter> {
  switch (name) {
    case 'search':
      return wordsAsked(value).length > 0 ? { words: wordsAsked(value) } : { search: value };
    case 'author':
      return { author: value };
    case 'sources':
      return { sources: Number(value) };
    case 'fits':
      return { fits: parseByteSize(value)! };
    default:
      return {};
  }
}
