// Describes every response header, by the name of its component.

import { COMMIT_PATTERN, DIGEST_PATTERN } from '../shapes/notation.ts';
import { CACHE_CONTROL } from '../table/headers.ts';
import type { CacheLife, Schema } from '../table/route.ts';

export type Header = {
  description: string;
  /** True if an operation that lists the header sends it with every answer. */
  required?: true;
  schema: Schema;
};

const sometimes = (description: string, schema: Schema = {}) => ({
  description,
  schema: { type: 'string', ...schema },
});
const always = (description: string, schema?: Schema): Header => ({
  ...sometimes(description, schema),
  required: true,
});
const bytes = { type: 'integer', minimum: 0 };

export const headers = {
  'Access-Control-Allow-Origin': always('Every read is permitted from any origin.', { const: '*' }),
  'Access-Control-Expose-Headers': always('The headers that a script of another origin may read.'),
  'Accept-Ranges': always('A single range of bytes is honoured.', { const: 'bytes' }),
  Allow: always('The methods that this path answers.'),
  'Content-Disposition': sometimes('The file name of the bytes (RFC 6266).'),
  'Content-Encoding': sometimes('How the body is compressed; absent when it is not.', { enum: ['br', 'gzip'] }),
  'Content-Length': always('Bytes of the body.', bytes),
  'Content-Range': always('Which bytes these are, of how many; or how many there are.', {
    pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$',
  }),
  'Content-Security-Policy': sometimes('What a page may load and run.'),
  'Docker-Content-Digest': sometimes('The digest of the bytes asked for.', { pattern: DIGEST_PATTERN }),
  'Docker-Distribution-Api-Version': always('The registry API.', { const: 'registry/2.0' }),
  ETag: sometimes('Names these bytes: ask again with it in `If-None-Match`, and a 304 says that nothing changed.', {
    pattern: '^"[^"]+"$',
  }),
  Link: sometimes('Where related answers lie (RFC 8288).'),
  Location: sometimes('Where to go.', { format: 'uri-reference' }),
  'OCI-Filters-Applied': sometimes('The filter that the question named.', { const: 'artifactType' }),
  'Referrer-Policy': sometimes('A linked site does not learn which page led to it.', { const: 'no-referrer' }),
  'Retry-After': always('Seconds to wait.', { type: 'integer', minimum: 1 }),
  Vary: sometimes('The request headers that decide which answer this is.'),
  'WWW-Authenticate': always('How the token is sent.', {
    enum: ['Basic realm="hub"', 'Bearer realm="hub"', 'Bearer error="invalid_token"'],
  }),
  'X-Content-Type-Options': sometimes('Take `Content-Type` as it is, and guess no other.', { const: 'nosniff' }),
  'X-Error-Code': sometimes('The refusal as a machine code.'),
  'X-Error-Message': always('The sentence of the body once more.'),
  'X-Hub-Source': {
    description: 'The source that the redirect leads to.',
    required: true,
    schema: { $ref: '#/components/schemas/SourceHost' },
  },
  'X-Hub-Source-Ok': sometimes(
    'Present when the source failed its last probe or refuses the model: it is offered because it is pinned, or no better one holds the file.',
    { const: 'false' },
  ),
  'X-Ignored-Parameters': sometimes(
    'Present when parameters were sent that mean nothing here: their names, percent-encoded.',
  ),
  'X-Linked-Etag': always('The SHA-256 that the bytes must have, in quotes.', { pattern: '^"[0-9a-f]{64}"$' }),
  'X-Linked-Size': always('Bytes of the file.', bytes),
  'X-Repo-Commit': always('The indexed revision.', { pattern: COMMIT_PATTERN }),
  'X-Request-Id': sometimes(
    'The name of this request in the operator’s log: the id that it came with, where that is of at most 128 ' +
      'letters, digits and `._:=+/-`, else a new one. A server that answers for the hub may leave it out.',
  ),
} as const satisfies Record<string, Header>;

/** Ends a row's summary as a sentence. */
export const sentence = (summary: string) => (/[.?]$/.test(summary) ? summary : `${summary}.`);

/** Describes the `Cache-Control` of answers whose cache life is one of `lives`. */
export function cacheHeader(lives: readonly CacheLife[]): Header {
  return {
    description: 'How long the answer may be kept.',
    required: true,
    schema: { type: 'string', enum: [...new Set(lives.map((life) => CACHE_CONTROL[life]))] },
  };
}
