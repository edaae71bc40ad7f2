// Answers with a page of the website: status, headers and bytes, which are compressed if that saves enough.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import type { Page } from '../../src/site/site-page.ts';
import { CACHE_CONTROL, PAGE_SECURITY } from '../../src/table/headers.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { fileOf, headersOf, type Row } from '../../src/table/route.ts';
import type { RouteName } from '../../src/table/routes.ts';
import { htmlType } from '../../src/table/row-facts.ts';
import { pagePath } from '../../src/tree/static-tree.ts';
import { builtAnswer, compressedBytes } from '../answers/built-answer.ts';
import { faultRefusal, isReported, noTree, refusalAnswer } from '../answers/refusal-answer.ts';
import type { BuiltFile, Call, Tree } from '../ports/ports.ts';
import { type Answer, type Ask, answer } from '../request/answer.ts';
import { requestLine } from '../request/logged-path.ts';
import { coding, prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { siteView } from './site-view.ts';

/** A request for a page, with everything that is needed to make the page. Without a row, there is nothing at its path. */
export type PageCall = Pick<Call<RouteName>, 'ask' | 'path' | 'query' | 'ports'> &
  Partial<Pick<Call<RouteName>, 'row' | 'params'>> & { tree: Tree | undefined };

/**
 * Answers with the page of the website at `at`, which the build may have made. This path is one of ours, never a path
 * from a request; undefined means the page for 404. A page with the status 200 has the headers and the cache life of its
 * row. If making the page fails, the answer is a 500, and `ports.onFault` gets the error. A refusal may not be cached,
 * because its cause may end at any time. `keep` gets a page that was made for its row.
 */
export async function pageAnswer(
  call: PageCall,
  at: string | undefined,
  asked = at === undefined ? 404 : 200,
  keep?: (page: BuiltFile) => void,
): Promise<Answer> {
  const ready = at === undefined ? undefined : await pageAhead(call);
  if (ready) return ready;
  const page = await rendered(call, at, asked);
  // A hub that was never built has no website either.
  if (!page && !call.tree) return refusalAnswer(noTree(call.ports), 'plain');
  if (!page || isReported(page.fault)) return refusalAnswer(faultRefusal(page?.fault), 'plain');
  const { status, html, fault } = page;
  const { ask, row, params = {}, ports } = call;
  const file = compressedBytes(html, ports.compress);
  if (row && status === 200) {
    keep?.(file);
    return pageFileAnswer({ ask, row, params }, file);
  }
  const kept = row && asked === 200 ? headersOf(row, params) : [];
  const headers = [
    ...PAGE_SECURITY,
    'Vary',
    'Accept, Accept-Encoding',
    ...kept,
    'Cache-Control',
    CACHE_CONTROL['no-store'],
  ];
  if (fault !== undefined) headers.push('X-Error-Code', 'Internal');
  const wanted = coding(ask.header('accept-encoding'));
  const twin = wanted && (await file.twin(wanted));
  if (twin) headers.push('Content-Encoding', wanted);
  return answer(status, htmlType, twin ?? html, headers);
}

/**
 * Answers with a page that was made for its row. It has an ETag, and its compressed forms are made once. A 304 leaves out
 * headers that the cached page has already (RFC 9110 15.4.5).
 */
export const pageFileAnswer = (
  { ask, params, row }: { ask: Ask; params: object; row: Row },
  page: BuiltFile,
): Awaitable<Answer> =>
  andThen(builtAnswer({ ask, row }, page, { type: htmlType, headers: headersOf(row, params) }), (made) =>
    made.status === 304 ? made : { ...made, headers: [...PAGE_SECURITY, ...made.headers] },
  );

/** Answers with the page that the build made; undefined if it made none, or if a query asks for another one. */
async function pageAhead({ ask, row, params, query, tree }: PageCall): Promise<Answer | undefined> {
  if (!row?.ahead || !params || query !== '') return undefined;
  const file = await tree?.read(pagePath(fileOf(row, params, 'html')));
  return file && pageFileAnswer({ ask, row, params }, file);
}

/** Answers a path at which nothing is: a browser gets the page for 404. */
export const missingPage = (call: PageCall): Awaitable<Answer | Refusal> =>
  prefersHtml(call.ask.header('accept'))
    ? pageAnswer(call, undefined)
    : refuse('NotFound', { path: pathText(call.path) });

/** Makes the page. Returns undefined if there is no website, so that not even a page about the failure can be made. */
async function rendered({ ask, path, query, ports, tree }: PageCall, at: string | undefined, status: number) {
  let page: Page | undefined;
  let fault: unknown;
  try {
    page = await ports.pages.render({ path: at, query, asked: pathText(path), status }, siteView(ports, tree));
    fault = page.fault;
  } catch (error) {
    fault = error;
  }
  // A path without a page may hold anything, even a password, so it must not get into the report.
  if (fault !== undefined && !isReported(fault))
    ports.onFault(fault, status < 400 ? requestLine(ask) : `${ask.method}, a page for ${status}`);
  return page;
}
