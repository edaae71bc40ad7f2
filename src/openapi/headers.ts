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

const string = { type: 'string' } as const;
const bytes = { type: 'integer', minimum: 0 } as const;

export const headers = {
  'Access-Control-Allow-Origin': {
    description: 'Every read is permitted from any origin.',
    required: true,
    schema: { type: 'string', const: '*' },
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that a script of another origin may read.',
    required: true,
    schema: string,
  },
  'Accept-Ranges': {
    description: 'A single range of bytes is honoured.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  Allow: { description: 'The methods that this path answers.', required: true, schema: string },
  'Content-Disposition': { description: 'The file name of the bytes (RFC 6266).', schema: string },
  'Content-Encoding': {
    description: 'How the body is compressed; absent when it is not.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
  'Content-Length': { description: 'Bytes of the body.', required: true, schema: bytes },
  'Content-Range': {
    description: 'Which bytes these are, of how many; or how many there are.',
    required: true,
    schema: { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
  },
  'Content-Security-Policy': { description: 'What a page may load and run.', schema: string },
  'Docker-Content-Digest': {
    description: 'The digest of the bytes asked for.',
    schema: { type: 'string', pattern: DIGEST_PATTERN },
  },
  'Docker-Distribution-Api-Version': {
    description: 'The registry API.',
    required: true,
    schema: { type: 'string', const: 'registry/2.0' },
  },
  ETag: {
    description: 'Names these bytes: ask again with it in `If-None-Match`, and a 304 says that nothing changed.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  Link: { description: 'Where related answers lie (RFC 8288).', schema: string },
  Location: { description: 'Where to go.', schema: { type: 'string', format: 'uri-reference' } },
  'OCI-Filters-Applied': {
    description: 'The filter that the question named.',
    schema: { type: 'string', const: 'artifactType' },
  },
  'Referrer-Policy': {
    description: 'A linked site does not learn which page led to it.',
    schema: { type: 'string', const: 'no-referrer' },
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  Vary: { description: 'The request headers that decide which answer this is.', schema: string },
  'WWW-Authenticate': {
    description: 'How the token is sent.',
    required: true,
    schema: { type: 'string', enum: ['Basic realm="hub"', 'Bearer realm="hub"', 'Bearer error="invalid_token"'] },
  },
  'X-Content-Type-Options': {
    description: 'Take `Content-Type` as it is, and guess no other.',
    schema: { type: 'string', const: 'nosniff' },
  },
  'X-Error-Code': { description: 'The refusal as a machine code.', schema: string },
  'X-Error-Message': { description: 'The sentence of the body once more.', required: true, schema: string },
  'X-Hub-Source': {
    description: 'The source that the redirect leads to.',
    required: true,
    schema: { $ref: '#/components/schemas/SourceHost' },
  },
  'X-Hub-Source-Ok': {
    description:
      'Present when the source failed its last probe or refuses the model: it is offered because it is pinned, or no better one holds the file.',
    schema: { type: 'string', const: 'false' },
  },
  'X-Ignored-Parameters': {
    description: 'Present when parameters were sent that mean nothing here: their names, percent-encoded.',
    schema: string,
  },
  'X-Linked-Etag': {
    description: 'The SHA-256 that the bytes must have, in quotes.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9a-f]{64}"$' },
  },
  'X-Linked-Size': { description: 'Bytes of the file.', required: true, schema: bytes },
  'X-Repo-Commit': {
    description: 'The indexed revision.',
    required: true,
    schema: { type: 'string', pattern: COMMIT_PATTERN },
  },
  'X-Request-Id': {
    description:
      'The name of this request in the operator’s log: the id that it came with, where that is of at most 128 ' +
      'letters, digits and `._:=+/-`, else a new one. A server that answers for the hub may leave it out.',
    schema: string,
  },
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
