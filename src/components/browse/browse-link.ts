// Links to the browse page with a question.
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { type BrowseQuestion, browseAddress } from '../questions/browse-question.ts';

/** Makes the browse page's address for a question. */
export function browseLink(question: BrowseQuestion): string {
  return browseAddress(href(routes.browse, {}), question);
}
