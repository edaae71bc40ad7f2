// Reads the question of the browse page from its URL or form, and writes it as an API query or as a URL.
import { own } from '../../basics/records.ts';
import {
  CHOICE_GROUPS,
  NOT_STATED,
  ORDERS,
  parameterClasses,
  SORT_NAMES,
  sizeClassLabel,
} from '../../nouns/search-choices.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import { languageName } from '../../search/choices.ts';
import type { searchFilters } from '../../table/search-query.ts';
import { readPasted } from './pasted.ts';

/** The number of rows on a page. */
export const PAGE_ROWS = 50;

/**
 * The orders to choose from, each with its parameters of the search. The default is first: the best match for the words,
 * or the trending models if there are no words.
 */
export const sorts: readonly (readonly [name: string, label: string, parameters: Readonly<Record<string, string>>])[] =
  [
    ['match', 'Best match', {}],
    ['downloads', 'Most downloads', { sort: 'downloads' }],
    ['createdAt', 'Newest', { sort: 'createdAt' }],
    ['size', 'Smallest copy', { order: 'size', direction: '1' }],
  ];
const DEFAULT_ORDER = 'match';

const filterLabels = {
  search: 'Words',
  author: 'Owner',
  pipeline_tag: 'Task',
  library: 'Library',
  license: 'Licence',
  format: 'Format',
  language: 'Language',
  sources: 'Sources',
  size: 'Size of one copy',
  parameters: 'Parameters',
  quant: 'Quantisation',
  held: 'Held by',
  fits: 'Runs in',
  filter: 'Tag',
} as const satisfies Partial<Record<keyof typeof searchFilters, string>>;

/** The name of a filter in the page's URL. */
type FilterName = keyof typeof filterLabels;

/** A condition on the list. A model must have all chosen tags, but only one of the chosen values of a group. */
export interface Filter {
  name: FilterName;
  value: string;
}

/** A search on the browse page: its filters, its order and its page. Empty fields are left out. */
export interface BrowseQuestion {
  filters: Filter[];
  /** The order in the question; undefined for the default. */
  sort: string | undefined;
  /** The number of the page, from 2; undefined for the first. */
  page?: number | undefined;
}

/** Gives the word for a filter on the page. */
export function filterLabel(filter: Filter): string {
  return filterLabels[filter.name];
}

/** Gives the word that the page has for a parameter of the search. */
export const fieldLabel = (name: string): string => own({ ...filterLabels, sort: 'Order' }, name) ?? name;

/** Writes a filter's value for people. */
export function valueLabel({ name, value }: Filter): string {
  if (value === NOT_STATED && isChoice(name)) return name === 'quant' || name === 'held' ? 'None' : 'Not stated';
  if (name === 'pipeline_tag') return taskTitle(value);
  if (name === 'language') return languageName(value) ?? value;
  if (name === 'size') return sizeClassLabel(value);
  if (name === 'parameters') return parameterClasses.label(value);
  if (name === 'sources') return value === '1' ? 'At least 1' : `${value} or more`;
  if (name === 'fits') return /^[\d.,]+$/.test(value) ? `${value} GB` : value;
  return value;
}

/** Gives the values of all filters called `name`. */
export function filterValues(question: BrowseQuestion, name: FilterName): string[] {
  return question.filters.filter((filter) => filter.name === name).map(({ value }) => value);
}

/** Gives the first value of a filter; '' if the question has none, as for an empty form field. */
export function filterValue(question: BrowseQuestion, name: FilterName): string {
  return question.filters.find((filter) => filter.name === name)?.value ?? '';
}

/** Lists the filters that have no field on the page. */
export const unseenFilters = ({ filters }: BrowseQuestion): Filter[] =>
  filters.filter(({ name }) => name === 'author' || name === 'filter' || name === 'held');

/**
 * Reads the page's query. A form also sends its empty fields, so an empty value counts as absent. Ignores unknown
 * names.
 */
export function readQuestion(query: URLSearchParams): BrowseQuestion {
  const filters: Filter[] = [];
  const add = (name: FilterName, value: string) => {
    if (value && !filters.some((one) => one.name === name && one.value === value)) filters.push({ name, value });
  };
  for (const name of Object.keys(filterLabels) as FilterName[]) {
    if (isChoice(name)) for (const value of query.getAll(name)) add(name, value.trim());
    else if (name !== 'filter') add(name, (query.get(name) ?? '').trim());
  }
  for (const tag of query.getAll('filter').flatMap((tags) => tags.split(','))) add('filter', tag.trim());
  const page = /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const asked = query.get('sort') || undefined;
  const sort = asked === undefined ? undefined : (own(SORT_NAMES, asked) ?? asked);
  return { filters, sort, ...(page > 1 && { page }) };
}

/** Writes a question as a query of the search API for at most `limit` rows. */
export function apiQuery(question: BrowseQuestion, limit = PAGE_ROWS): URLSearchParams {
  const { filters, sort, page = 1 } = question;
  const [, , order] = sorts.find(([name]) => name === (sort ?? DEFAULT_ORDER)) ?? [
    sort,
    '',
    // The API has further orders, under another name.
    ORDERS.some((one) => one === sort) ? { order: sort! } : { sort: sort! },
  ];
  const query = new URLSearchParams();
  for (const { name, value } of filters) query.append(name, value);
  const pasted = readPasted(query.get('search') ?? '');
  if (pasted?.kind === 'model') query.set('search', pasted.id);
  else if (query.has('search')) query.set('match', 'words');
  for (const [name, value] of Object.entries(order)) query.set(name, value);
  if (page > 1) query.set('skip', String((page - 1) * limit));
  query.set('limit', String(limit));
  return query;
}

/** Makes the browse page's address for a question; `path` is the path of that page. */
export function browseAddress(path: string, { filters, sort, page = 1 }: BrowseQuestion): string {
  const query = new URLSearchParams();
  for (const { name, value } of filters) query.append(name, value);
  if (sort && sort !== DEFAULT_ORDER) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Makes a question whose only filter is `filter`. */
export function askingFor(filter: Filter): BrowseQuestion {
  return { filters: [filter], sort: undefined };
}

/** Gives the question without the filter `dropped`, from its first page. */
export function without(question: BrowseQuestion, dropped: Filter): BrowseQuestion {
  return { ...question, page: 1, filters: question.filters.filter((filter) => filter !== dropped) };
}

const isChoice = (name: FilterName) => CHOICE_GROUPS.some((group) => group === name);
