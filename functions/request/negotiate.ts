// Chooses the media type and the content coding of an answer by the q-values of the request (RFC 9110 12.4.2).
import { qualities } from '../../src/table/headers.ts';
import type { Representation } from '../../src/table/route.ts';

const MEDIA: Record<Representation, string> = {
  html: 'text/html',
  json: 'application/json',
  markdown: 'text/markdown',
  text: 'text/plain',
  xml: 'application/xml',
};

/** The order of types that have the same q-value. */
const PREFERENCE: readonly Representation[] = ['html', 'json', 'markdown', 'text', 'xml'];

/**
 * Chooses among `as` (decision 0016). The type with the highest q wins. At the same q, an exact type comes before a
 * wildcard, and html before json before markdown. The last of `as` is chosen if there is no `Accept`, if it has only
 * wildcards, or if nothing in it fits. `application/*` means the last as well, so that only callers that name JSON get
 * it.
 */
export function representation(accept: string | undefined, as: readonly Representation[]): Representation {
  const last = as.at(-1)!;
  if (accept === undefined || accept === '*/*' || as.length === 1) return last;
  const wanted = qualities(accept);
  let best: { as: Representation; q: number; rank: number } | undefined;
  for (const one of as) {
    const exact = wanted.get(MEDIA[one]);
    const wild = (MEDIA[one].startsWith('text/') ? wanted.get('text/*') : undefined) ?? wanted.get('*/*') ?? 0;
    const q = Math.max(exact ?? wild, one === last ? (wanted.get('application/*') ?? 0) : 0);
    // A type that matches only a wildcard ranks by its position in `as`, so the last type wins.
    const rank = exact === undefined ? as.indexOf(one) - as.length : PREFERENCE.length - PREFERENCE.indexOf(one);
    if (q > 0 && (!best || q > best.q || (q === best.q && rank > best.rank))) best = { as: one, q, rank };
  }
  return best?.as ?? last;
}

/** True if the caller names `text/html` and prefers neither JSON nor Markdown, as browsers do. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const wanted = qualities(accept);
  const html = wanted.get('text/html') ?? 0;
  return html > 0 && html >= Math.max(wanted.get('application/json') ?? 0, wanted.get('text/markdown') ?? 0);
}

/** A content coding of answers. */
export type Coding = 'br' | 'gzip';

const BOTH: readonly Coding[] = ['br', 'gzip'];

/**
 * Chooses among the `offered` codings, brotli before gzip if both have the same q-value. Returns undefined for an
 * answer without a coding.
 */
export function coding(acceptEncoding: string | undefined, offered: readonly Coding[] = BOTH): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const plain = CODINGS.get(acceptEncoding);
  if (plain === 'none' || (plain !== undefined && offered.includes(plain))) return plain === 'none' ? undefined : plain;
  const wanted = qualities(acceptEncoding);
  const any = wanted.get('*') ?? 0;
  const br = offered.includes('br') ? (wanted.get('br') ?? any) : 0;
  const gzip = offered.includes('gzip') ? (wanted.get('gzip') ?? wanted.get('x-gzip') ?? any) : 0;
  if (br === 0 && gzip === 0) return undefined;
  const identity = wanted.get('identity') ?? 0;
  if (identity > Math.max(br, gzip)) return undefined;
  return br >= gzip ? 'br' : 'gzip';
}

/** The values that nearly every client sends. They are looked up here, so nothing is parsed. */
const CODINGS = new Map<string, Coding | 'none'>([
  ['identity', 'none'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br, gzip, deflate', 'br'],
]);
