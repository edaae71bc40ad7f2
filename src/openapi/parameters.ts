// Describes the params of paths, and writes a row's pattern as a path template of OpenAPI.
import { ADDRESS_PATTERN, DIGEST_PATTERN, SHA256_PATTERN } from '../shapes/notation.ts';
import type { Parameters, Row } from '../table/route.ts';
import { type RouteName, routes } from '../table/routes.ts';

const ID_PART = '^[A-Za-z0-9_][A-Za-z0-9._-]{0,95}$';

/**
 * The schema of a file path. The hub refuses control characters, backslashes, and segments `.` and `..` as `BadPath`.
 */
const PATH = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  pattern:
    '^(?!\\.{1,2}(/|$))(?!.*/\\.{1,2}(/|$))[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\\\]+$',
} as const;

/** Describes a text parameter that must match a pattern. */
const text = (description: string, pattern: string) => ({ type: 'string', description, pattern });

export const parameters = {
  owner: text('The first part of a model’s id.', ID_PART),
  name: text('The second part of a model’s id.', ID_PART),
  repositoryOwner: text('The first part of a repository’s name: the model’s owner in lower case.', ID_PART),
  repositoryName: text('The second part of a repository’s name: the model’s name in lower case.', ID_PART),
  revision: text(
    '`main`, `HEAD`, or at least seven leading digits of the indexed commit: all mean the one indexed revision.',
    '^(main|HEAD|[0-9a-f]{7,40})$',
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
export function keepsSlash({ pattern }: Pick<Row, 'pattern'>): boolean {
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
