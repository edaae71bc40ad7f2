// Describes every query parameter and the values that it may have. The hub converts no value (decision 0016).

import { DEFAULT_PAGE, MAX_PAGE, MAX_TAGS, MAX_WORDS, MOST_LISTED, MOST_SKIPPED } from '../../basics/limits.ts';
import { PLACE } from '../../dialects/objects/list-place.ts';
import { NOT_STATED } from '../../search/choices.ts';
import { filterSchemas } from '../../search/filter-schemas.ts';
import { SHA256_PATTERN } from '../../shapes/notation.ts';

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

const SEVERAL = `Repeat it for any of several; \`${NOT_STATED}\` are models that do not say.`;
const choices = { schema: { type: 'array', items: string }, explode: true } as const;

export const query = {
  search: {
    description:
      'Models whose id holds this text, in any case; no id has a space. With ' +
      `\`match=words\`: the words to look for, at most ${MAX_WORDS}.`,
    schema: string,
  },
  match: {
    description:
      '`words`: `search` is words, and models have all of them in their id, tags, task or base model, in any ' +
      'order. The last word may be unfinished. Where no model has them all, small typing errors are forgiven. Without ' +
      '`sort`, the best matches come first.',
    schema: { type: 'string', enum: ['words'] },
    example: 'words',
  },
  author: { description: 'Models of this owner, exactly.', schema: string },
  pipeline_tag: { description: `Models for this task, exactly. ${SEVERAL}`, schema: string },
  library: { description: `Models for this library, exactly. ${SEVERAL}`, schema: string },
  license: { description: `Models under this licence, by its id: \`apache-2.0\`. ${SEVERAL}`, ...choices },
  format: {
    description: `Models with weights in this format: \`safetensors\`, \`gguf\`, \`onnx\`. ${SEVERAL}`,
    ...choices,
  },
  language: { description: `Models for this language, by its two letters. ${SEVERAL}`, ...choices },
  filter: {
    description:
      'Tags that a model must have, all of them: task, library, format, architecture, `license:<id>`, languages. ' +
      `Repeat the parameter, or put commas between tags; at most ${MAX_TAGS}.`,
    schema: { type: 'array', items: string },
    explode: true,
  },
  size: {
    description:
      'Models by the size of the weights of one copy (`copy_bytes`) in decimal gigabytes: `4-8` is from 4 GB up ' +
      'to, not including, 8 GB. `unknown`: the index knows of no weight. Repeat it for any of several.',
    schema: filterSchemas.size,
    example: '0-1',
  },
  parameters: {
    description:
      'Models by their parameters in billions: `1-3` is from one up to, not including, three. `unknown`: not known. ' +
      'Repeat it for any of several; `num_parameters` takes any range.',
    schema: filterSchemas.parameters,
    example: '0-1',
  },
  quant: {
    description: 'Models with a GGUF of this quantisation, as `hub.quants` names it. Repeat it for any of several.',
    schema: string,
    example: 'Q4_K_M',
  },
  held: {
    description:
      'Models of which this source holds every file, by its name in `hub.sources`; `not-stated`: no source does. ' +
      'Repeat it for any of several.',
    schema: string,
  },
  sources: {
    description: 'Models of which at least so many sources hold every file.',
    schema: filterSchemas.sources,
    example: 1,
  },
  fits: {
    description:
      'Models that run in so much memory: the weights of one copy (`copy_bytes`), or of their smallest GGUF ' +
      'quantisation where that is less, and their context: `token_bytes` for each of 8192 tokens, or of the longest ' +
      '`context`; a fifth of the weights where `token_bytes` is unknown. `16GB`, `800MB`, `24GiB`; a number alone is ' +
      'gigabytes. Models of unknown size are left out, and adapters, which need their base model too.',
    schema: filterSchemas.fits,
    example: '16GB',
  },
  num_parameters: {
    description:
      'Models with so many parameters: `min:6B,max:128B`, or either end alone; K, M, B and T stand for thousands ' +
      'to trillions, behind at most 15 digits. Models of unknown parameters are left out.',
    schema: filterSchemas.num_parameters,
    example: 'max:1B',
  },
  gated: {
    description:
      '`true`: gated models, none of which is listed here, so the list is empty. `false`: all others, which is what there is.',
    schema: { type: 'string', enum: ['true', 'false', 'True', 'False', 'auto', 'manual'] },
    example: 'false',
  },
  sort: {
    description:
      'What rows are ordered by; rows without that value come last. By default `trendingScore`, or with `match=words` the best match.',
    schema: {
      type: 'string',
      enum: ['downloads', 'likes', 'trendingScore', 'trending_score', 'createdAt', 'created_at'],
    },
    example: 'downloads',
  },
  order: {
    description:
      'In place of `sort`, an order that the public hub does not have: `size`, what one copy weighs (`copy_bytes`), ' +
      '`parameters`, or `updated`, the last change (`lastModified`, or else `createdAt`). Rows without the value come last.',
    schema: filterSchemas.order,
  },
  direction: { description: '`1` sorts ascending, anything else descending.', schema: string, example: '-1' },
  limit: {
    description: 'How many rows at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
    example: 2,
  },
  skip: {
    description: 'How many rows to leave out first, for a page by its number. To read all rows follow `Link`.',
    schema: { type: 'integer', minimum: 0, maximum: MOST_SKIPPED, default: 0 },
    example: 0,
  },
  cursor: {
    description: 'Where the page before ended: take it from the `Link` header.',
    schema: string,
  },
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
