// Links to the browse page with a question in them.
import { href } from '../route.ts';
import { routes } from '../routes.ts';
import { type BrowseQuestion, browseAddress } from './browse-question.ts';

/** The browse page's address for a question. */
export function browseLink(question: BrowseQuestion): string {
  return browseAddress(href(routes.browse, {}), question);
}
