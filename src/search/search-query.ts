// Reads the parameters of `GET /api/models`. Wrong values are refused, not corrected (decision 0016).

import { MAX_PAGE, MAX_TAGS, MAX_WORDS, MOST_SKIPPED } from '../basics/limits.ts';
import { defined, own } from '../basics/records.ts';
import { pageLimit, parseByteSize, parseParameterRange, wholeNumber } from '../nouns/quantities.ts';
import { CHOICE_GROUPS, ORDERS, SORT_NAMES } from '../nouns/search-choices.ts';
import { isRefusal, type Refusal, refuseParameter } from '../table/refusals.ts';
import { searchFilters, searchQuery } from '../table/search-query.ts';
import type { Choices } from './choices.ts';
import type { SearchFilter, SearchQuery } from './query.ts';
import { wordsAsked } from './words/words.ts';

const { minimum, maximum } = searchQuery.sources;

/** Reads the query. Refuses a wrong value with `BadParameter`, which names the allowed ones. Ignores other parameters. */
export function readSearchQuery(params: URLSearchParams): SearchQuery | Refusal {
  const limit = pageLimit(params.getAll('limit'));
  if (limit === undefined) return refuseParameter('limit', `give it once, a whole number from 1 to ${MAX_PAGE}`);
  const sorts = params.getAll('sort');
  const asked = sorts.length === 0 ? 'trendingScore' : own(SORT_NAMES, sorts[0]!);
  if (sorts.length > 1 || asked === undefined)
    return refuseParameter('sort', `give it once, one of ${Object.keys(SORT_NAMES).join(', ')}`);
  const twice = repeated(params, ['order', 'skip', 'cursor']);
  if (twice) return twice;
  const order = params.get('order');
  const other = ORDERS.find((one) => one === order);
  if (order && (other === undefined || sorts.length > 0))
    return refuseParameter('order', `give one of ${ORDERS.join(', ')} and no sort, or leave it out`);
  const skip = wholeNumber(params.get('skip') || '0', 0, MOST_SKIPPED);
  if (skip === undefined)
    return refuseParameter('skip', `give a whole number of rows from 0 to ${MOST_SKIPPED}, or leave it out`);
  const filter = readSearchFilter(params);
  if (isRefusal(filter)) return filter;
  const after = params.get('cursor');
  const page = { limit, ...(after ? { after } : {}), ...(skip > 0 && { skip }) };
  // Rows that match the words equally well are sorted by downloads, because people mostly look for the popular one.
  if (filter.words && sorts.length === 0 && other === undefined)
    return { ...filter, sort: 'downloads', ranked: true, ascending: false, ...page };
  return { ...filter, sort: other ?? asked, ascending: params.get('direction') === '1', ...page };
}

/** Reads the filters. Refuses a wrong value with `BadParameter`. */
export function readSearchFilter(params: URLSearchParams): SearchFilter | Refusal {
  const twice = repeated(params, Object.keys(searchFilters));
  if (twice) return twice;
  const search = readSearch(params.get('search'), params.get('match'));
  if (isRefusal(search)) return search;
  const tags = readTags(params.getAll('filter'));
  if (tags.length > MAX_TAGS) return refuseParameter('filter', `name at most ${MAX_TAGS} tags`);
  const anyOf = readChoices(params);
  if (isRefusal(anyOf)) return anyOf;
  const atLeast = params.get('sources');
  const sources = atLeast ? wholeNumber(atLeast, minimum, maximum) : undefined;
  if (atLeast && sources === undefined)
    return refuseParameter('sources', `give a whole number from ${minimum} to ${maximum}, or leave it out`);
  const fits = params.get('fits') || search.memory;
  const bytes = fits ? parseByteSize(fits) : undefined;
  if (fits && bytes === undefined)
    return refuseParameter('fits', 'give a size such as 16GB, 800MB or 24GiB, or a number of gigabytes');
  const gated = readGated(params.get('gated'));
  if (gated === undefined) return refuseParameter('gated', 'give true or false, or leave it out');
  const asked = params.get('num_parameters');
  const parameters = asked ? parseParameterRange(asked) : undefined;
  if (asked && !parameters)
    return refuseParameter(
      'num_parameters',
      'give a range such as min:6B,max:128B, or either end alone, of at most 15 digits each',
    );
  const { memory, ...wanted } = search;
  return {
    ...wanted,
    tags,
    ...(Object.keys(anyOf).length > 0 ? { anyOf } : {}),
    ...defined({ author: params.get('author') || undefined, sources, fits: bytes, parameters }),
    ...(gated ? { gated } : {}),
  };
}

/** Refuses the first of the parameters `names` that is given more than once, although it is no list. */
function repeated(params: URLSearchParams, names: readonly string[]): Refusal | undefined {
  const name = names.find((one) => own(searchQuery, one)?.type !== 'array' && params.getAll(one).length > 1);
  return name === undefined ? undefined : refuseParameter(name, 'give it once');
}

/**
 * Reads the search text. By default the text matches any part of an id, as on the public hub. With `match=words` the
 * words of the text are searched instead, unless the text has no letter and no digit. A size such as `8gb` among the
 * words is the memory of a machine, as in `fits`.
 */
function readSearch(
  search: string | null,
  match: string | null,
): (Pick<SearchFilter, 'search' | 'words'> & { memory?: string }) | Refusal {
  if (match && match !== 'words') return refuseParameter('match', 'give words, or leave it out');
  if (!search) return {};
  const [memory] = (match && MEMORY.exec(search)) || [];
  const words = match ? wordsAsked(search.replace(memory ?? '', ' ')) : [];
  if (words.length > MAX_WORDS) return refuseParameter('search', `give at most ${MAX_WORDS} words`);
  const found = words.length > 0 ? { words } : memory === undefined ? { search } : {};
  return memory === undefined ? found : { ...found, memory: memory.trim() };
}

const MEMORY = /(?<!\S)[1-9]\d{0,3} ?gi?b(?!\S)/i;

/** Reads the wanted values of each group, without repeated ones. */
function readChoices(params: URLSearchParams): Choices | Refusal {
  const choices: { -readonly [G in keyof Choices]: Choices[G] } = {};
  for (const group of CHOICE_GROUPS) {
    const values = [...new Set(params.getAll(group).filter((value) => value !== ''))];
    if (values.length > MAX_TAGS) return refuseParameter(group, `name at most ${MAX_TAGS}`);
    const { items } = searchQuery[group];
    const known = 'enum' in items ? items.enum : undefined;
    if (known && values.some((value) => !known.includes(value)))
      return refuseParameter(group, `give one of ${known.join(', ')}, or leave it out`);
    if (values.length > 0) choices[group] = values;
  }
  return choices;
}

/** Reads the wanted tags, without repeated ones. */
function readTags(values: string[]): string[] {
  const tags = values.flatMap((value) => value.split(',')).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/**
 * Tells whether gated models are wanted. The public hub has two kinds of gated models, `auto` and `manual`; here both
 * words mean true. Returns undefined for an unknown value.
 */
function readGated(value: string | null): boolean | undefined {
  if (!value || /^[Ff]alse$/.test(value)) return false;
  return /^([Tt]rue|auto|manual)$/.test(value) ? true : undefined;
}

/**
 * The maximum number of ignored names that an answer lists, and the maximum length of each in characters. Without these
 * limits a flood of names would fill the headers.
 */
const MOST_NAMES = 20;
const MOST_LETTERS = 60;

/** Lists the parameters that this route does not know, as the value of a header; undefined if there are none. */
export function ignoredParameters(params: URLSearchParams): string | undefined {
  const names = new Set([...params.keys()].filter((name) => !Object.hasOwn(searchQuery, name)));
  const listed = [...names]
    .slice(0, MOST_NAMES)
    .map((name) => encodeURIComponent(name.slice(0, MOST_LETTERS).toWellFormed()));
  return listed.length === 0 ? undefined : listed.join(', ');
}
