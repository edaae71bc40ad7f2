// Lists how nginx's answers differ from those of the hub behind it: nginx refuses some requests itself, and sets
// ETag and dates of its own.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Given } from './players.ts';

/**
 * The titles of tests whose requests nginx refuses itself, with status 400 and a body of its own. Each value names
 * the reason.
 */
const REFUSED_BY_NGINX: Readonly<Record<string, string>> = {
  'Two Authorization headers are refused, though both are good': 'a header that may stand once',
  'A target that is no path is a bad path': 'a target that is no path',
  "An address that can't be read is a page for browsers, and a refusal for others": 'a broken percent-encoding',
  'An empty Host names the default, this hub (RFC 9112 3.3)': 'an empty Host',
  'A malformed host is refused, in the shape of the route': 'a malformed Host',
  'An absolute target is asked by its own host, and Host is not looked at but for its form (RFC 9112 3.2.2)':
    'a malformed host',
  'A refused absolute target gets a refusal in the shape of its path': 'a malformed host',
};

/** The titles of the tests whose requests nginx refuses before they reach the hub. */
export const refusedByNginx: ReadonlySet<string> = new Set(Object.keys(REFUSED_BY_NGINX));

const OWN = new Set(['etag', 'last-modified', 'server', 'x-request-id']);

/**
 * Removes the headers that a server makes itself, such as ETag and Last-Modified, and the compression. A 206 or 304
 * need not repeat Accept-Ranges, because the caller knows it from an earlier answer.
 */
export function withoutOwn({ status, headers, body }: Given): Given {
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  const unpack = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : undefined;
  return {
    status,
    headers: headers.filter(
      ([name]) =>
        !OWN.has(name) &&
        !(unpack && name === 'content-length') &&
        !([206, 304].includes(status) && name === 'accept-ranges'),
    ),
    body: unpack && body.length > 0 ? unpack(body) : body,
  };
}
