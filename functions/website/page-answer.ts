// Answers with a page of the website: status, headers and bytes, which are compressed if that saves enough.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import { paysToCompress } from '../../src/basics/compression.ts';
import type { Page } from '../../src/site/site-page.ts';
import { CACHE_CONTROL, CORS, PAGE_SECURITY } from '../../src/table/headers.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { headersOf } from '../../src/table/route.ts';
import type { RouteName } from '../../src/table/routes.ts';
import { faultRefusal, isReported, refusalAnswer } from '../answers/refusal-answer.ts';
import type { Call, Tree } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { requestLine } from '../request/logged-path.ts';
import { type Coding, coding, prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { siteView } from './site-view.ts';

/** A request for a page, with everything that is needed to make the page. Without a row, there is nothing at its path. */
export type PageCall = Pick<Call<RouteName>, 'ask' | 'path' | 'query' | 'ports'> &
  Partial<Pick<Call<RouteName>, 'row' | 'params'>> & { tree: Tree | undefined };

/**
 * Answers with the page of the website at `at`. This path is one of ours, never a path from a request; undefined means
 * the page for 404. A page with the status 200 has the headers and the cache life of its row. If making the page fails,
 * the answer is a 500, and `ports.onFault` gets the error. A refusal may not be cached, because its cause may end at any
 * time.
 */
export async function pageAnswer(
  call: PageCall,
  at: string | undefined,
  asked = at === undefined ? 404 : 200,
): Promise<Answer> {
  const page = await rendered(call, at, asked);
  if (!page || isReported(page.fault)) return refusalAnswer(faultRefusal(page?.fault), 'plain');
  const { status, html, fault } = page;
  const { row, params = {} } = call;
  const kept = ['Vary', 'Accept, Accept-Encoding', ...(row && asked === 200 ? headersOf(row, params) : [])];
  kept.push('Cache-Control', CACHE_CONTROL[row && status === 200 ? row.cache : 'no-store']);
  // The page has no tag to compare, but it exists, so `*` matches (RFC 9110 13.1.2). A 304 leaves out headers that the
  // cached page has already (RFC 9110 15.4.5).
  if (status === 200 && call.ask.header('if-none-match')?.trim() === '*')
    return { status: 304, headers: [...CORS, ...kept], body: undefined };
  const headers = [...PAGE_SECURITY, ...kept];
  if (fault !== undefined) headers.push('X-Error-Code', 'Internal');
  const sent = paysToCompress(html.length) ? await compressed(call, html) : undefined;
  if (sent) headers.push('Content-Encoding', sent.coding);
  return answer(status, 'text/html; charset=utf-8', sent?.bytes ?? html, headers);
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

/** Compresses `html` in the best coding that both the caller and the host support. Leaves it plain if there is none. */
async function compressed({ ask, ports }: PageCall, html: Uint8Array) {
  const wanted = coding(ask.header('accept-encoding'), Object.keys(ports.compress) as Coding[]);
  const compress = wanted && ports.compress[wanted];
  return compress && { coding: wanted, bytes: await compress(html) };
}
