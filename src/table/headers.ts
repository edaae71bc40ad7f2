// Reads values of headers, and has the headers that many answers share, as flat lists of names and values, which a server
// can send unchanged.

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

/**
 * The value of Cache-Control for each time for which an answer may be cached (decision 0017). `revalidate`: 60 s, and
 * after that only if the cache revalidates it. Under /v2, `tag` lasts as long as `revalidate` and `digest` as long as
 * `immutable`, and proxies may not transform the answer.
 */
export const CACHE_CONTROL = {
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

/** The content type of each representation of an answer. `Accept` chooses if a row has several. */
export const REPRESENTATION_TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Returns the media type of a representation, without the charset. */
export const mediaTypeOf = (as: keyof typeof REPRESENTATION_TYPES): string => REPRESENTATION_TYPES[as].split(';')[0]!;

/**
 * Returns the policy of an app, which allows its own files, workers made from them, and WebAssembly, which hash-wasm
 * compiles. At an address that has only apps, the app may also send requests to `hub`. An app at the hub's own address
 * gets an origin of its own, since the policy lacks `allow-same-origin`: it can't reach the storage of the hub's pages,
 * such as the token of a signed-in visitor, and can't store anything itself.
 */
export function appPolicy(hub?: string): string {
  const more = hub === undefined ? '' : ` ${hub}`;
  return [
    ...(hub === undefined ? ['sandbox allow-scripts'] : []),
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'",
    `img-src 'self' data:${more}; connect-src 'self'${more}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the q-value of each member of a header such as `Accept`. Names are in lower case. */
export function qualities(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [name = '', ...params] = member.split(';').map((part) => part.trim());
    const q = params.find((param) => param.startsWith('q='))?.slice(2);
    const value = q === undefined ? 1 : Number(q);
    if (name !== '' && value >= 0 && value <= 1) found.set(name, Math.max(value, found.get(name) ?? 0));
  }
  return found;
}

/**
 * Reads a `Retry-After` (RFC 9110 10.2.3), which is seconds or a date, as milliseconds from now. Returns undefined for
 * no value, or a malformed one.
 */
export function retryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}
