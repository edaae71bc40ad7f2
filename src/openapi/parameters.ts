// The parts of the API description that many operations share: chapters, tokens, response headers, and the params of
// paths. Also writes a row's pattern as a path template of OpenAPI.

import { ADDRESS_PATTERN, COMMIT_PATTERN, COUNT, DIGEST_PATTERN, SHA256_PATTERN } from '../shapes/notation.ts';
import { type RefusalCode, refusalKind, refusals } from '../table/refusals.ts';
import type { Chapter, Operation, Parameters, Row, Schema } from '../table/route.ts';
import { type RouteName, routes } from '../table/routes.ts';

export const chapters: Readonly<Record<Chapter, string>> = {
  Discovery:
    'Where everything is: the descriptor, the briefs, this description. Start here when only the address is known.',
  Models: 'Find models and list their files, in the words of the public model hub.',
  Files: 'From a file’s name to a live source of its bytes, and the SHA-256 that they must have.',
  Registry: 'The same models as OCI repositories, for registry tools and local runners.',
  Objects:
    'The index itself, catalog, model and source objects, and what was published: all named by their own BLAKE3.',
  Log: 'The transparency log: what this hub says of models, signed and kept where it can’t be taken back, and the proofs of it.',
  Agents: 'The index as tools of the Model Context Protocol.',
  Accounts: 'A saved list, requests for models, and an interest in publishing. Signing in unlocks no extra reads.',
  Health: 'Whether the service answers, and what it last found of every byte source.',
  Documentation: 'The pages as Markdown, and the programs that are handed out.',
};

/** The tokens as security schemes of OpenAPI (decisions 0023 and 0024). */
export const tokens = {
  publisherToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Given out by the operator to who may publish. Reading an object needs none.',
  },
  registryToken: {
    type: 'http',
    scheme: 'basic',
    description:
      'What a container registry’s login sends: the token as the password, with any user name; taken as a bearer, ' +
      'too. It is for writes under `/v2`, which no operation here is: with it they are 405, without it 401. Reads ' +
      'never need it.',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT signed with ES256 that the operator’s identity provider issued for the signed-in person. Taken under `/api/account` and nowhere else.',
  },
} as const;

/** The environment variable with the token in the example commands. */
export const TOKEN_VARIABLE: Record<NonNullable<Operation['token']>, string> = {
  publisherToken: 'HUB_PUBLISHER_TOKEN',
  identityToken: 'IDENTITY_TOKEN',
};

const kinds = (Object.keys(refusals) as RefusalCode[]).map((code) => [code, refusalKind(code).when] as const);

const header = (description: string, schema: Schema = {}) => ({ description, schema: { type: 'string', ...schema } });

export const headers = {
  'Access-Control-Allow-Origin': header('Every read is permitted from any origin.', { const: '*' }),
  'Access-Control-Expose-Headers': header('The headers that a script of another origin may read.'),
  'Accept-Ranges': header('A single range of bytes is honoured.', { const: 'bytes' }),
  'Cache-Control': header('How long the answer may be kept.'),
  Allow: header('The methods that this path answers.'),
  'Content-Disposition': header('The file name of the bytes (RFC 6266).'),
  'Content-Encoding': header('How the body is compressed; absent when it is not.', { enum: ['br', 'gzip'] }),
  'Content-Length': header('Bytes of the body.', COUNT),
  'Content-Range': header('Which bytes these are, of how many; or how many there are.', {
    pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$',
  }),
  'Content-Security-Policy': header('What a page may load and run.'),
  'Docker-Content-Digest': header('The digest of the bytes asked for.', { pattern: DIGEST_PATTERN }),
  'Docker-Distribution-Api-Version': header('The registry API.', { const: 'registry/2.0' }),
  ETag: header('Names these bytes: ask again with it in `If-None-Match`, and a 304 says that nothing changed.', {
    pattern: '^"[^"]+"$',
  }),
  Link: header('Where related answers lie (RFC 8288).'),
  Location: header('Where to go.', { format: 'uri-reference' }),
  'OCI-Filters-Applied': header('The filter that the question named.', { const: 'artifactType' }),
  'Referrer-Policy': header('A linked site does not learn which page led to it.', { const: 'no-referrer' }),
  'Retry-After': header('Seconds to wait.', { ...COUNT, minimum: 1 }),
  Vary: header('The request headers that decide which answer this is.'),
  'WWW-Authenticate': header('How the token is sent.', {
    enum: ['Basic realm="hub"', 'Bearer realm="hub"', 'Bearer error="invalid_token"'],
  }),
  'X-Content-Type-Options': header('Take `Content-Type` as it is, and guess no other.', { const: 'nosniff' }),
  'X-Error-Code': header(
    `The refusal as a machine code. ${kinds.map(([code, when]) => `\`${code}\`: ${when}.`).join(' ')}`,
    { enum: kinds.map(([code]) => code) },
  ),
  'X-Error-Message': header('The sentence of the body once more.'),
  'X-Hub-Source': {
    description: 'The source that the redirect leads to.',
    schema: { $ref: '#/components/schemas/SourceHost' },
  },
  'X-Hub-Source-Ok': header(
    'Present when the source failed its last probe or refuses the model: it is offered because it is pinned, or no better one holds the file.',
    { const: 'false' },
  ),
  'X-Ignored-Parameters': header(
    'Present when parameters were sent that mean nothing here: their names, percent-encoded.',
  ),
  'X-Linked-Etag': header('The SHA-256 that the bytes must have, in quotes.', { pattern: '^"[0-9a-f]{64}"$' }),
  'X-Linked-Size': header('Bytes of the file.', COUNT),
  'X-Repo-Commit': header('The indexed revision.', { pattern: COMMIT_PATTERN }),
  'X-Request-Id': header(
    'The name of this request in the operator’s log: the id that it came with, where that is of at most 128 ' +
      'letters, digits and `._:=+/-`, else a new one. A server that answers for the hub may leave it out.',
  ),
} as const;
export type HeaderName = keyof typeof headers;

/** Ends a row's summary as a sentence. */
export const sentence = (summary: string) => (/[.?]$/.test(summary) ? summary : `${summary}.`);

const ID_PART = '^[A-Za-z0-9_][A-Za-z0-9._-]{0,95}$';

/** No path holds these: control characters, also those of writing direction, and backslashes. */
const NEVER = '\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\\\\';
/** A segment but `.` and `..`, without lookahead, which RE2 and its like refuse. */
const SEGMENT = `([^/.${NEVER}]|[.][^/.${NEVER}]|[.][.][^/${NEVER}])[^/${NEVER}]*`;

/**
 * The schema of a file path. The hub refuses control characters, backslashes, and segments `.` and `..` as `BadPath`.
 */
const PATH = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  pattern: `^(${SEGMENT})?(/(${SEGMENT})?)*$`,
} as const;

/** Describes a text parameter that must match a pattern. */
const text = (description: string, pattern: string) => ({ type: 'string', description, pattern });

export const parameters = {
  owner: text('The first part of a model’s id.', ID_PART),
  name: text('The second part of a model’s id.', ID_PART),
  repositoryOwner: text('The first part of a repository’s name: the model’s owner in lower case.', ID_PART),
  repositoryName: text('The second part of a repository’s name: the model’s name in lower case.', ID_PART),
  revision: text(
    '`main`, `HEAD`, `refs/heads/main`, or at least seven leading digits of the indexed commit: all mean the one indexed revision.',
    '^(main|HEAD|refs/heads/main|[0-9a-f]{7,40})$',
  ),
  path: {
    ...PATH,
    description: 'A path in the repository. It may hold slashes, which need no encoding.',
  },
  prefix: {
    ...PATH,
    description: 'A folder of the repository, with or without a trailing slash. It may hold slashes.',
  },
  reference: text(
    'A tag in any case, or the digest of a manifest.',
    '^([A-Za-z0-9_][A-Za-z0-9._-]{0,127}|sha256:[0-9a-f]{64})$',
  ),
  digest: text('`sha256:` and 64 lowercase hex digits.', DIGEST_PATTERN),
  id: text('An object’s address: `blake3:` and 64 lowercase hex digits.', ADDRESS_PATTERN),
  shard: text('The first three hex digits of a SHA-256.', '^[0-9a-f]{3}$'),
  sha256: text('The SHA-256 of a whole file, as `sha256sum` prints it: 64 lowercase hex digits.', SHA256_PATTERN),
  page: text('A page of the documentation, as `/llms.txt` lists them.', '^[a-z0-9-]+$'),
  part: text('The number of a part of the sitemap.', '^[0-9]+$'),
  model: {
    ...{ type: 'string', minLength: 1, maxLength: 2048 },
    description: 'A model’s id, its slash encoded or not.',
  },
  date: {
    ...{ type: 'string', format: 'date' },
    description: 'A day of the archive, as `/archive.json` lists them.',
  },
} as const satisfies Parameters;

const patterns: ReadonlySet<string> = new Set((Object.keys(routes) as RouteName[]).map((name) => routes[name].pattern));

/**
 * True if the API description keeps the slash at the end of a pattern: if another row has the pattern without the
 * slash, or for `/v2/`, which registry clients request first (OCI distribution, "Determining support").
 */
function keepsSlash({ pattern }: Pick<Row, 'pattern'>): boolean {
  return pattern === '/' || pattern === '/v2/' || patterns.has(pattern.slice(0, -1));
}

/**
 * Returns a pattern as a path template of OpenAPI, in which no parameter can contain slashes. Drops a trailing slash
 * that the hub ignores.
 */
export function templateOf(row: Pick<Row, 'pattern'>): string {
  const path = row.pattern.replaceAll('...}', '}');
  return path.endsWith('/') && !keepsSlash(row) ? path.slice(0, -1) : path;
}
