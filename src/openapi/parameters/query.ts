// Describes every query parameter and the values that it may have. The hub converts no value (decision 0016).

import { defined } from '../../basics/defined.ts';
import { DEFAULT_PAGE, MAX_PAGE, MOST_LISTED } from '../../basics/limits.ts';
import { PLACE } from '../../dialects/objects/list-place.ts';
import { SHA256_PATTERN } from '../../shapes/notation.ts';
import { searchQuery } from '../../table/search-query.ts';

export interface QueryParameter {
  description: string;
  schema: { readonly [keyword: string]: unknown };
  /** True for an array whose parameter may be repeated: `filter=a&filter=b`. */
  explode?: true;
  /** True if the operation gives no answer without the parameter. */
  required?: true;
  /** An example that finds something in the catalog. The default is the value of the example model. */
  example?: unknown;
}

const string = { type: 'string' } as const;

interface OfSearch {
  description: string;
  type: string;
  examples?: readonly unknown[];
  items?: Partial<OfSearch>;
}

const ofSearch = Object.fromEntries(
  Object.entries<OfSearch>(searchQuery).map(([name, { description, examples, ...schema }]) => [
    name,
    {
      ...{ description, schema },
      ...defined({ example: (examples ?? schema.items?.examples)?.[0], explode: schema.type === 'array' || undefined }),
    },
  ]),
) as unknown as Record<keyof typeof searchQuery, QueryParameter>;

export const query = {
  ...ofSearch,
  hashes: {
    description: 'SHA-256 of whole files, with commas between them or the parameter repeated: at most 100.',
    schema: { type: 'array', items: { type: 'string', pattern: SHA256_PATTERN } },
    explode: true,
    required: true,
  },
  objectLimit: {
    description: 'How many objects at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
    example: 10,
  },
  objectCursor: {
    description: 'Where the page before ended: its `cursor`. Empty: the first page.',
    schema: { type: 'string', pattern: `^(${PLACE})?$` },
  },
  recursive: {
    description:
      'Absent: every file below, and no folders. True: every file and folder below. False: only the files and folders directly in it.',
    schema: { type: 'string', enum: ['true', 'false', 'True', 'False'] },
    example: 'true',
  },
  treeCursor: {
    description: 'Any further page is empty: the first one holds everything.',
    schema: string,
  },
  include_prs: {
    description: 'With any value: the answer has an empty `pullRequests` too, which some clients read.',
    schema: string,
    example: '1',
  },
  n: {
    description: 'How many entries at most.',
    schema: { type: 'integer', minimum: 0, maximum: MOST_LISTED },
    example: 10,
  },
  last: { description: 'Entries after this one.', schema: string, example: 'Q4_K_M' },
  artifactType: {
    description: 'Only referrers of this type.',
    schema: string,
    example: 'application/vnd.example.signature',
  },
} as const satisfies Record<string, QueryParameter>;

export type QueryName = keyof typeof query;

/** Returns the name of the parameter in a URL. Two parameters with different meanings may have the same name there. */
export function wireName(name: QueryName): string {
  if (name === 'hashes') return 'sha256';
  return /^(tree|object)[A-Z]/.test(name) ? name.replace(/^(tree|object)/, '').toLowerCase() : name;
}
