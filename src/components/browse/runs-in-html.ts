// Links each usual amount of memory of a machine to the models that run in it.

import { type Html, html } from '../../basics/html.ts';
import { MAX_TAGS } from '../../basics/limits.ts';
import { parseByteSize } from '../../nouns/quantities.ts';
import { type BrowseQuestion, browseAddress, type Filter } from '../questions/browse-question.ts';

/** The maximum number of filters shown as links: as many tags as a question may have, and ten other filters. */
export const MOST_CHIPS = MAX_TAGS + 10;

/** The usual amounts of memory, in GB. */
const MEMORIES = [8, 16, 24, 48];

/** Gives the usual amount of memory that a filter asks for, in GB; undefined for any other filter. */
export function usualMemory({ name, value }: Filter): number | undefined {
  const asked = name === 'fits' ? parseByteSize(value) : undefined;
  return MEMORIES.find((memory) => memory * 1e9 === asked);
}

/** Makes one link for each usual amount of memory. The link of the chosen amount removes the filter. */
export function runsInHtml(question: BrowseQuestion, browse: string): Html {
  // Each link repeats all other filters: too many filters would make a page of megabytes.
  if (question.filters.length > MOST_CHIPS) return html``;
  const others = question.filters.filter(({ name }) => name !== 'fits');
  const items = MEMORIES.map((memory) => {
    const isChosen = question.filters.some((filter) => usualMemory(filter) === memory);
    const filters = isChosen ? others : [...others, { name: 'fits' as const, value: `${memory} GB` }];
    const address = browseAddress(browse, { ...question, page: 1, filters });
    return html`<li><a class="pick" href="${address}"${isChosen ? html` aria-current="true"` : ''}>${memory} GB</a></li>`;
  });
  return html`${items}`;
}
