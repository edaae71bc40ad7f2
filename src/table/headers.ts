// Headers that many answers share. They are flat lists of names and values, which a server can send unchanged.
import type { CacheLife } from './route.ts';

const EXPOSED =
  'ETag, X-Linked-Etag, X-Linked-Size, X-Repo-Commit, X-Hub-Source, X-Hub-Source-Ok, X-Error-Code, X-Error-Message, ' +
  'Link, Location, Docker-Content-Digest, Content-Range, Content-Length, Accept-Ranges, Retry-After, X-Ignored-Parameters, ' +
  'X-Request-Id';

/** The headers of every answer. They allow the pages of any origin to read it. */
export const CORS: readonly string[] = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED];

/** The headers of every answer of the registry. */
export const REGISTRY_HEADERS: readonly string[] = ['Docker-Distribution-Api-Version', 'registry/2.0'];

/** The headers of the answer to a CORS preflight, besides `CORS`. */
export const PREFLIGHT: readonly string[] = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  // The wildcard is enough for present browsers. Older browsers need the names, and all browsers need `Authorization`.
  '*, Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Max-Age',
  '86400',
];

/** The value of Cache-Control for each cache life (decision 0017). */
export const CACHE_CONTROL: Record<CacheLife, string> = {
  revalidate: 'public, max-age=60, stale-while-revalidate=600',
  brief: 'public, max-age=5',
  immutable: 'public, max-age=31536000, immutable',
  'no-store': 'no-store',
  tag: 'public, max-age=60, stale-while-revalidate=600, no-transform',
  digest: 'public, max-age=31536000, immutable, no-transform',
};

/** Returns the headers of answers that a browser shows or runs. `policy` is the Content-Security-Policy. */
export function browserSecurity(policy: string): readonly string[] {
  return ['Content-Security-Policy', policy, 'Referrer-Policy', 'no-referrer', 'X-Content-Type-Options', 'nosniff'];
}

/** The headers of pages. A page loads nothing from other origins, has no inline script or style, and can't be framed. */
export const PAGE_SECURITY = browserSecurity(
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
);

/** Turns a flat list of names and values into pairs. */
export function pairsOf(headers: readonly string[]): [name: string, value: string][] {
  return headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1]!]] : []));
}
