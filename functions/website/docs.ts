// Answers with the pages of the documentation and their Markdown twins, which link to each other.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { refuse } from '../../src/table/refusals.ts';
import { headersOf, href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Handler } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import { pageAnswer } from './page-answer.ts';

/** Returns the twin of a page. Returns undefined if `page` can't be a page's name, or if the tree lacks the twin. */
function twinOf(tree: Tree, page: string): Awaitable<BuiltFile | undefined> {
  return /^[a-z0-9-]{1,64}$/.test(page) ? tree.read(treePath(routes.docsTwin, { page })) : undefined;
}

/** Answers `GET /docs/{page}/`. The page exists if the tree has its Markdown twin; the website makes the page. */
export const docsPage: Handler<'docsPage'> = async (call) => {
  const { params, tree } = call;
  if (params.page === OVERVIEW || !(await twinOf(tree, params.page))) return pageAnswer(call, undefined);
  return pageAnswer(call, href(routes.docsPage, params), { headers: headersOf(routes.docsPage, params) });
};

/** Answers `GET /docs/{page}.md`. */
export const docsTwin: Handler<'docsTwin'> = async ({ ask, params, tree }) => {
  const twin = await twinOf(tree, params.page);
  if (!twin) return refuse('NotFound', { path: href(routes.docsTwin, params) });
  return builtAnswer(ask, routes.docsTwin, twin, { headers: headersOf(routes.docsTwin, params) });
};

/**
 * The path of the reference on the website. The hub sends the reference at `/docs`, which differs from the overview's
 * path only by a slash.
 */
const REFERENCE = href(routes.docsPage, { page: 'reference' });

/** Answers `GET /docs` with the reference. */
export const reference: Handler<'reference'> = (call) => pageAnswer(call, REFERENCE);
