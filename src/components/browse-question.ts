// What a visitor asked the browse page for: read from its URL, put to the hub, and turned into links again.
import { href } from '../route.ts';
import { routes } from '../routes.ts';

/** Rows on one page. */
export const pageSize = 50;

/** The orders offered, the search's own default first. */
export const sorts = [
  ['trendingScore', 'Trending'],
  ['downloads', 'Most downloads'],
  ['likes', 'Most likes'],
  ['createdAt', 'Newest'],
] as const;

const filterLabels = {
  search: 'Name',
  author: 'Owner',
  pipeline_tag: 'Task',
  library: 'Library',
  filter: 'Tag',
} as const;

/** One condition on the list; several tags are several filters. */
export interface Filter {
  name: keyof typeof filterLabels;
  value: string;
}

/** A question, with empty fields left out. */
export interface BrowseQuestion {
  filters: Filter[];
  /** As asked; undefined means the default order. */
  sort: string | undefined;
  /** Opaque, from the hub's last answer; undefined on the first page. */
  cursor: string | undefined;
}

/** The word for a filter on the page. */
export function filterLabel(filter: Filter): string {
  return filterLabels[filter.name];
}

/** The first value of one filter, or the empty string a form field starts with. */
export function filterValue(question: BrowseQuestion, name: Filter['name']): string {
  return question.filters.find((filter) => filter.name === name)?.value ?? '';
}

/** Reads the page's query. A form sends its empty fields too, so empty means absent; unknown names are ignored. */
export function readQuestion(query: URLSearchParams): BrowseQuestion {
  const filters: Filter[] = [];
  for (const name of Object.keys(filterLabels) as Filter['name'][]) {
    const asked = name === 'filter' ? query.getAll(name).join(',').split(',') : [query.get(name) ?? ''];
    for (const value of new Set(asked.map((part) => part.trim()))) {
      if (value) filters.push({ name, value });
    }
  }
  return { filters, sort: query.get('sort') || undefined, cursor: query.get('cursor') || undefined };
}

/** The same question in the words of the search API, with a row limit. */
export function apiQuery(question: BrowseQuestion, limit = pageSize): URLSearchParams {
  const query = pageQuery(question);
  query.set('limit', String(limit));
  return query;
}

/** The browse page's address for a question. */
export function browseLink(question: BrowseQuestion): string {
  const query = pageQuery(question).toString();
  return query ? `${href(routes.browse, {})}?${query}` : href(routes.browse, {});
}

/** The question without one filter, from its first page. */
export function without(question: BrowseQuestion, dropped: Filter): BrowseQuestion {
  return { ...question, cursor: undefined, filters: question.filters.filter((filter) => filter !== dropped) };
}

function pageQuery({ filters, sort, cursor }: BrowseQuestion): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name, value } of filters) query.append(name, value);
  if (sort) query.set('sort', sort);
  if (cursor) query.set('cursor', cursor);
  return query;
}
