// Answers the questions of the browse page in an export, where no hub is: out of the files that lie there for it.
import { MAX_WORDS } from '../../basics/limits.ts';
import { parseByteSize } from '../../nouns/byte-size.ts';
import { CHOICE_GROUPS } from '../../search/choices.ts';
import type { SearchFilter } from '../../search/conditions.ts';
import { SHARD_ORDERS } from '../../search/shards/shard-format.ts';
import { type ShardPage, ShardSearch } from '../../search/shards/shard-search.ts';
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
import { loosened } from './loosened.ts';

/** Reads the files below the address `folder`. */
export function exportFinder(folder: string): BrowseFinder {
  const search = new ShardSearch(async (path, made) => {
    // A plain file server sends the same for any query, and nobody takes what was kept of another day for it.
    const answer = await (made === undefined
      ? fetch(`${folder}/${path}`, { cache: 'no-cache' })
      : fetch(`${folder}/${path}?${made}`));
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  const find = (question: BrowseQuestion, limit = EXPORT_ROWS): Promise<ShardPage> => {
    const filter = Object.assign({}, ...question.filters.map(conditionOf)) as SearchFilter;
    const tags = filterValues(question, 'filter');
    const anyOf = Object.fromEntries(CHOICE_GROUPS.map((group) => [group, filterValues(question, group)]));
    const order = sortedBy(question);
    const asked = SHARD_ORDERS.find((name) => name === order?.by);
    const ascending = order?.ascending === true;
    const skip = ((question.page ?? 1) - 1) * limit;
    const ranked = asked === undefined && filter.words !== undefined;
    const sort = asked ?? (ranked ? 'downloads' : SHARD_ORDERS[0]);
    return search.search({ ...filter, tags, anyOf, sort, ascending, ranked, limit, skip });
  };
  return {
    async rows(question, signal) {
      const fits = question.filters.find(({ name }) => name === 'fits');
      if (fits && parseByteSize(fits.value) === undefined)
        return { error: 'Bad "fits": give a size such as 16GB, 800MB or 24GiB, or a number of gigabytes.' };
      if (wordsAsked(filterValue(question, 'search')).length > MAX_WORDS)
        return { error: `Bad "search": give at most ${MAX_WORDS} words.` };
      const { rows, isMore } = await find(question);
      signal.throwIfAborted();
      return { rows, isMore };
    },
    async counts(question) {
      // Asked again, nothing is fetched again.
      const { total, rows } = await find({ ...question, page: 1 });
      const counted = async (query: URLSearchParams) => {
        const found = await find(readQuestion(query), 1);
        return found.total ?? found.rows.length;
      };
      const drops = rows.length === 0 ? await loosened(counted, question) : [];
      return { total, drops, unknown: 0, facets: undefined };
    },
  };
}

/** What a filter asks of rows, where it is no tag. */
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
