// The words of the API description that many operations share: tokens, response headers, and the params of paths.

import { ADDRESS_PATTERN, SHA256_PATTERN } from '../nouns/address.ts';
import { COMMIT_PATTERN, ID_PART } from '../nouns/model-id.ts';
import { COUNT, DIGEST_PATTERN } from '../shapes/notation.ts';
import { refusals } from '../table/refusals.ts';
import type { Operation, Parameters, Schema } from '../table/route.ts';

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

const header = (description: string, schema: Schema = {}) => ({ description, schema: { type: 'string', ...schema } });

/** The headers that tell something of one answer. Headers that HTTP or CORS give to all answers are not described. */
export const headers = {
  Allow: header('The methods that this path answers.'),
  'Content-Disposition': header('The file name of the bytes (RFC 6266).'),
  'Content-Range': header('Which bytes these are, of how many; or how many there are.', {
    pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$',
  }),
  'Docker-Content-Digest': header('The digest of the bytes asked for.', { pattern: DIGEST_PATTERN }),
  'Docker-Distribution-Api-Version': header('The registry API.', { const: 'registry/2.0' }),
  ETag: header('Names these bytes: ask again with it in `If-None-Match`, and a 304 says that nothing changed.', {
    pattern: '^"[^"]+"$',
  }),
  Link: header('Where related answers lie (RFC 8288).'),
  Location: header('Where to go.', { format: 'uri-reference' }),
  'OCI-Filters-Applied': header('The filter that the question named.', { const: 'artifactType' }),
  'Retry-After': header('Seconds to wait.', { ...COUNT, minimum: 1 }),
  Vary: header('The request headers that decide which answer this is.'),
  'WWW-Authenticate': header('How the token is sent.', {
    enum: ['Basic realm="hub"', 'Bearer realm="hub"', 'Bearer error="invalid_token"'],
  }),
  'X-Error-Code': header('The refusal as a machine code.', { enum: Object.keys(refusals) }),
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
} as const;

/** No path holds these: control characters, also those of writing direction, and backslashes. */
const NEVER = '\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069\\\\';
/** A segment but `.` and `..`, without lookahead, which RE2 and its like refuse. */
const SEGMENT = `([^/.${NEVER}]|[.][^/.${NEVER}]|[.][.][^/${NEVER}])[^/${NEVER}]*`;

/** A pattern for the number of a tile in the format of C2SP tlog-tiles, with the width of a partial tile. */
const TILE_NUMBER = '(x[0-9]{3}/)*[0-9]{3}(\\.p/[1-9][0-9]{0,2})?';

const text = (description: string, facts: Schema) => ({ type: 'string', description, ...facts });
const idPart = (description: string) => text(description, { pattern: `^${ID_PART}$` });
/** Describes the path of a file. The hub refuses all other paths as `BadPath`. */
const filePath = (description: string) =>
  text(description, { minLength: 1, maxLength: 2048, pattern: `^(${SEGMENT})?(/(${SEGMENT})?)*$` });

export const parameters: Parameters = {
  owner: idPart('The first part of a model’s id.'),
  name: idPart('The second part of a model’s id.'),
  'registry.owner': idPart('The first part of a repository’s name: the model’s owner in lower case.'),
  'registry.name': idPart('The second part of a repository’s name: the model’s name in lower case.'),
  revision: text(
    '`main`, `HEAD`, `refs/heads/main`, or at least seven leading digits of the indexed commit: all mean the one indexed revision.',
    { pattern: '^(main|HEAD|refs/heads/main|[0-9a-f]{7,40})$', examples: ['main'] },
  ),
  path: filePath('A path in the repository. It may hold slashes, which need no encoding.'),
  prefix: filePath('A folder of the repository, with or without a trailing slash. It may hold slashes.'),
  'registry.reference': text('A tag in any case, or the digest of a manifest.', {
    pattern: '^([A-Za-z0-9_][A-Za-z0-9._-]{0,127}|sha256:[0-9a-f]{64})$',
    examples: ['latest'],
  }),
  'registry.digest': text('`sha256:` and 64 lowercase hex digits.', { pattern: DIGEST_PATTERN }),
  id: text('An object’s address: `blake3:` and 64 lowercase hex digits.', { pattern: ADDRESS_PATTERN }),
  shard: text('The first three hex digits of a SHA-256.', { pattern: '^[0-9a-f]{3}$' }),
  sha256: text('The SHA-256 of a whole file, as `sha256sum` prints it: 64 lowercase hex digits.', {
    pattern: SHA256_PATTERN,
  }),
  page: text('A page of the documentation, as `/llms.txt` lists them.', {
    pattern: '^[a-z0-9-]+$',
    examples: ['quickstart'],
  }),
  bundle: text('The number of a bundle, spelled as that of a tile.', { pattern: `^${TILE_NUMBER}$` }),
  tile: text(
    'Level and number of a tile, as C2SP tlog-tiles spells them: `0/x001/067`, or `0/000.p/12` while it has 12 hashes.',
    { pattern: `^[0-9]{1,2}/${TILE_NUMBER}$` },
  ),
  ids: text('The number of leaves in the log, and `first` or the number of a page.', {
    pattern: '^[1-9][0-9]{0,15}/(first|0|[1-9][0-9]{0,15})$',
  }),
  part: text('The number of a part of the sitemap.', { pattern: '^[0-9]+$' }),
  model: text('A model’s id, its slash encoded or not.', { minLength: 1, maxLength: 2048 }),
  date: text('A day of the archive, as `/archive.json` lists them.', { format: 'date' }),
};
