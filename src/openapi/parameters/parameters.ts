// Describes every parameter of a path, by the name of its component.
import { ADDRESS_PATTERN, DIGEST_PATTERN, SHA256_PATTERN } from '../../shapes/notation.ts';

interface PathParameter {
  description: string;
  schema: { readonly [keyword: string]: unknown };
}

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

/** A pattern for the number of a tile in the format of C2SP tlog-tiles, with the width of a partial tile. */
const TILE_NUMBER = '(x[0-9]{3}/)*[0-9]{3}(\\.p/[1-9][0-9]{0,2})?';

/** Describes a text parameter that must match a pattern. */
const text = (description: string, pattern: string) => ({ description, schema: { type: 'string', pattern } });

export const parameters = {
  owner: text('The first part of a model’s id.', ID_PART),
  name: text('The second part of a model’s id.', ID_PART),
  task: text('A task, as `pipeline_tag` of a row has it.', '^[A-Za-z0-9_-]{1,96}$'),
  repositoryOwner: text('The first part of a repository’s name: the model’s owner in lower case.', ID_PART),
  repositoryName: text('The second part of a repository’s name: the model’s name in lower case.', ID_PART),
  revision: text(
    '`main`, `HEAD`, or at least seven leading digits of the indexed commit: all mean the one indexed revision.',
    '^(main|HEAD|[0-9a-f]{7,40})$',
  ),
  path: {
    description: 'A path in the repository. It may hold slashes, which need no encoding.',
    schema: PATH,
  },
  tilePath: text(
    'Level and number of a tile, as C2SP tlog-tiles spells them: `0/x001/067`, or `0/000.p/12` while it has 12 hashes.',
    `^[0-9]{1,2}/${TILE_NUMBER}$`,
  ),
  bundlePath: text('The number of a bundle, spelled as that of a tile.', `^${TILE_NUMBER}$`),
  logModelsPath: text(
    'The number of leaves in the log, and `first` or the number of a page.',
    '^[1-9][0-9]{0,15}/(first|0|[1-9][0-9]{0,15})$',
  ),
  prefix: {
    description: 'A folder of the repository, with or without a trailing slash. It may hold slashes.',
    schema: PATH,
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
  savedModel: {
    description: 'A model’s id, its slash encoded or not.',
    schema: { type: 'string', minLength: 1, maxLength: 2048 },
  },
  date: {
    description: 'A day of the archive, as `/archive.json` lists them.',
    schema: { type: 'string', format: 'date' },
  },
} as const satisfies Record<string, PathParameter>;

export type ParameterName = keyof typeof parameters;
