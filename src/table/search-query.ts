// The schema of a search: every parameter of `GET /api/models`. The route table, the reader of questions, the tools for
// agents and the website take names and allowed values from here. It is plain JSON Schema, whose types TypeBox infers,
// because loading TypeBox itself takes longer than starting a hub.
import { DEFAULT_PAGE, MAX_PAGE, MAX_TAGS, MAX_WORDS, MOST_SKIPPED } from '../basics/limits.ts';
import { BYTE_SIZE, PARAMETER_RANGE } from '../nouns/quantities.ts';
import {
  type ChoiceGroup,
  NOT_STATED,
  ORDERS,
  parameterClasses,
  SIZE_CLASSES,
  SORT_NAMES,
} from '../nouns/search-choices.ts';

const text = <const M extends object>(description: string, more = {} as M) =>
  ({ type: 'string', description, ...more }) as const;
const count = <const M extends object>(description: string, more: M) =>
  ({ type: 'integer', description, ...more }) as const;
const listOf = <const I extends object>(items: I, description: string) =>
  ({ type: 'array', items: { type: 'string', ...items }, description }) as const;

const any = 'Repeat it for any of several';
const anyOf = (description: string) =>
  listOf({}, `${description} ${any}; \`${NOT_STATED}\` are models that do not say.`);

/** The groups of which a question may choose several values. A model must have one of them. */
const groups = {
  pipeline_tag: anyOf('Models for this task, exactly.'),
  library: anyOf('Models for this library, exactly.'),
  license: anyOf('Models under this licence, by its id: `apache-2.0`.'),
  format: anyOf('Models with weights in this format: `safetensors`, `gguf`, `onnx`.'),
  language: anyOf('Models for this language, by its two letters.'),
  size: listOf(
    { enum: SIZE_CLASSES, examples: ['0-1'] },
    'Models by the size of the weights of one copy (`copy_bytes`) in decimal gigabytes: `4-8` is from 4 GB up to, not ' +
      `including, 8 GB. \`unknown\`: the index knows of no weight. ${any}.`,
  ),
  parameters: listOf(
    { enum: parameterClasses.names, examples: ['0-1'] },
    'Models by their parameters in billions: `1-3` is from one up to, not including, three. `unknown`: not known. ' +
      `${any}; \`num_parameters\` takes any range.`,
  ),
  quant: listOf(
    { examples: ['Q4_K_M'] },
    `Models with a GGUF of this quantisation, as \`hub.quants\` names it. ${any}.`,
  ),
  held: listOf(
    {},
    `Models of which this source holds every file, by its name in \`hub.sources\`; \`${NOT_STATED}\`: no source does. ${any}.`,
  ),
} as const satisfies Record<ChoiceGroup, object>;

/** The parameters that choose models. */
export const searchFilters = {
  search: text(
    'Models whose id holds this text, in any case; no id has a space. With `match=words`: the words to look for, at most ' +
      `${MAX_WORDS}.`,
  ),
  match: text(
    '`words`: `search` is words, and models have all of them in their id, tags, task or base model, in any order. The ' +
      'last word may be unfinished. Where no model has them all, small typing errors are forgiven. Without `sort`, the ' +
      'best matches come first.',
    { enum: ['words'], examples: ['words'] },
  ),
  author: text('Models of this owner, exactly.'),
  ...groups,
  filter: listOf(
    {},
    'Tags that a model must have, all of them: task, library, format, architecture, `license:<id>`, languages. Repeat ' +
      `the parameter, or put commas between tags; at most ${MAX_TAGS}.`,
  ),
  sources: count('Models of which at least so many sources hold every file.', {
    minimum: 1,
    maximum: 9,
    examples: [1],
  }),
  fits: text(
    'Models that run in so much memory: the weights of one copy (`copy_bytes`), or of their smallest GGUF quantisation ' +
      'where that is less, and their context: `token_bytes` for each of 8192 tokens, or of the longest `context`; a ' +
      'fifth of the weights where `token_bytes` is unknown. `16GB`, `800MB`, `24GiB`; a number alone is gigabytes. ' +
      'Models of unknown size are left out, and adapters, which need their base model too.',
    { pattern: BYTE_SIZE, examples: ['16GB'] },
  ),
  num_parameters: text(
    'Models with so many parameters: `min:6B,max:128B`, or either end alone; K, M, B and T stand for thousands to ' +
      'trillions, behind at most 15 digits. Models of unknown parameters are left out.',
    { pattern: PARAMETER_RANGE, examples: ['max:1B'] },
  ),
  gated: text(
    '`true`: gated models, none of which is listed here, so the list is empty. `false`: all others, which is what there is.',
    {
      enum: ['true', 'false', 'True', 'False', 'auto', 'manual'],
      // Some generators of clients would give two of them one name.
      'x-enum-varnames': ['TRUE', 'FALSE', 'TRUE_CAPITAL', 'FALSE_CAPITAL', 'AUTO', 'MANUAL'],
      examples: ['false'],
    },
  ),
} as const;

/** All parameters of a search: the filters, the order and the page. */
export const searchQuery = {
  ...searchFilters,
  sort: text(
    'What rows are ordered by; rows without that value come last. By default `trendingScore`, or with `match=words` the ' +
      'best match.',
    { enum: Object.keys(SORT_NAMES) as (keyof typeof SORT_NAMES)[], examples: ['downloads'] },
  ),
  order: text(
    'In place of `sort`, an order that the public hub does not have: `size`, what one copy weighs (`copy_bytes`), ' +
      '`parameters`, or `updated`, the last change (`lastModified`, or else `createdAt`). Rows without the value come last.',
    { enum: ORDERS },
  ),
  direction: text('`1` sorts ascending, anything else descending.', { examples: ['-1'] }),
  limit: count('How many rows at most.', {
    minimum: 1,
    maximum: MAX_PAGE,
    default: DEFAULT_PAGE,
    examples: [2],
  }),
  skip: count('How many rows to leave out first, for a page by its number. To read all rows follow `Link`.', {
    minimum: 0,
    maximum: MOST_SKIPPED,
    default: 0,
    examples: [0],
  }),
  cursor: text('Where the page before ended: take it from the `Link` header.'),
} as const;
