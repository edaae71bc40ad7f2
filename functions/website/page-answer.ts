// A page of the website as an answer like any other: status, headers and bytes, compressed where that pays.
import { paysToCompress } from '../../src/basics/compression.ts';
import type { Page } from '../../src/site/site-page.ts';
import { CACHE_CONTROL, CORS, PAGE_SECURITY } from '../../src/table/headers.ts';
import type { CacheLife } from '../../src/table/route.ts';
import type { RouteName } from '../../src/table/routes.ts';
import { faultRefusal, isReported, refusalAnswer } from '../answers/refusal-answer.ts';
import type { Call } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { requestLine } from '../request/logged-path.ts';
import { type Coding, coding } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { siteView } from './site-view.ts';

/** A request for a page, with the parts that make it. */
export type PageCall = Pick<Call<RouteName>, 'ask' | 'path' | 'query' | 'ports'> & { tree: Tree | undefined };

/** The facts that differ between pages. */
interface Shown {
  /** The status that the hub chose; by default 200, or 404 without a page. */
  status?: number;
  /** The life of the page in caches. */
  cache?: CacheLife;
  /** Further headers. */
  headers?: readonly string[];
}

/**
 * Answers with the page of the website at `at`, which is a path of ours and never one from a request; undefined means the
 * page for 404. A page that fails becomes a 500, and the host hears of it. Refusals may not be cached, since their cause
 * may be mended at any time.
 */
export async function pageAnswer(call: PageCall, at: string | undefined, shown: Shown = {}): Promise<Answer> {
  const page = await rendered(call, at, shown.status ?? (at === undefined ? 404 : 200));
  if (!page || isReported(page.fault)) return refusalAnswer(faultRefusal(page?.fault), 'plain');
  const { status, html, fault } = page;
  const kept = ['Cache-Control', status > 399 ? 'no-store' : CACHE_CONTROL[shown.cache ?? 'revalidate']];
  kept.unshift('Vary', 'Accept, Accept-Encoding', ...(shown.headers ?? []));
  // The page has no tag to compare, but it exists (RFC 9110 13.1.2); a 304 leaves out headers of the cached page
  // (15.4.5).
  if (status === 200 && call.ask.header('if-none-match')?.trim() === '*')
    return { status: 304, headers: [...CORS, ...kept], body: undefined };
  const headers = [...PAGE_SECURITY, ...kept];
  if (fault !== undefined) headers.push('X-Error-Code', 'Internal');
  const sent = paysToCompress(html.length) ? await compressed(call, html) : undefined;
  if (sent) headers.push('Content-Encoding', sent.coding);
  return answer(status, 'text/html; charset=utf-8', sent?.bytes ?? html, headers);
}

/** Gives the page; undefined when there is no website, not even to show the failure. */
async function rendered({ ask, path, query, ports, tree }: PageCall, at: string | undefined, status: number) {
  let page: Page | undefined;
  let fault: unknown;
  try {
    page = await ports.pages.render({ path: at, query, asked: pathText(path), status }, siteView(ports, tree));
    fault = page.fault;
  } catch (error) {
    fault = error;
  }
  // A path without a page may hold anything, even a password in the wrong place.
  if (fault !== undefined && !isReported(fault))
    ports.onFault(fault, status < 400 ? requestLine(ask) : `${ask.method}, a page for ${status}`);
  return page;
}

/** Compresses `html` in the best coding that both caller and host have; undefined for none. */
async function compressed({ ask, ports }: PageCall, html: Uint8Array) {
  const wanted = coding(ask.header('accept-encoding'), Object.keys(ports.compress) as Coding[]);
  const compress = wanted && ports.compress[wanted];
  return compress && { coding: wanted, bytes: await compress(html) };
}
