// Searches in the simplest way: filters all rows, then sorts them. Also makes random rows and queries for tests.
import fc from 'fast-check';
import { canonicalJson } from '../../../src/basics/records.ts';
import { copyBytes } from '../../../src/model/context-memory.ts';
import type { ParameterRange } from '../../../src/nouns/quantities.ts';
import {
  CHOICE_GROUPS,
  type ChoiceGroup,
  NOT_STATED,
  parameterClasses,
  SIZE_CLASSES,
  sizeClass,
} from '../../../src/nouns/search-choices.ts';
import { FORMATS, isLanguage } from '../../../src/search/choices.ts';
import { SORTS, type SortKey } from '../../../src/search/orders.ts';
import type { SearchFilter, SearchQuery } from '../../../src/search/query.ts';
import { SearchIndex } from '../../../src/search/search-index.ts';
import { wordsOf } from '../../../src/search/words/words.ts';
import { SearchIndexBuilder } from '../../../src/search/writer/builder.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { tiersOf } from './words/reference.ts';

const encoder = new TextEncoder();

export function rowJson(row: ModelRow): Uint8Array {
  return encoder.encode(canonicalJson(row));
}

/** Makes the file of a search index from rows in the order of their ids. */
export function indexFile(rows: readonly ModelRow[]): Uint8Array<ArrayBuffer> {
  const builder = new SearchIndexBuilder();
  for (const row of rows) builder.add(rowJson(row));
  return builder.finish();
}

export function openIndex(rows: readonly ModelRow[]): SearchIndex {
  return new SearchIndex(indexFile(rows).buffer);
}

const valuesOf: Readonly<Record<SortKey, (row: ModelRow) => number | undefined>> = {
  downloads: (row) => row.downloads,
  trendingScore: (row) => row.trendingScore,
  likes: (row) => row.likes,
  createdAt: (row) => instant(row.createdAt),
  updated: (row) => instant(row.lastModified ?? row.createdAt),
  size: (row) => copyBytes(row.hub) || undefined,
  parameters: (row) => row.hub.parameters || undefined,
};

/** Returns the numbers of all rows that match, in the order of the results. */
export function expectedRows(rows: ModelRow[], query: Omit<SearchQuery, 'limit'>): number[] {
  const valueIn = (row: ModelRow) => valuesOf[query.sort](row);
  const { words } = query;
  const tier = query.ranked && words?.length ? tiersOf(rows, words) : () => 0;
  const isMatch = matching(rows, query);
  const numbered = rows.flatMap((row, number) =>
    isMatch(row) ? [{ row, number, value: valueIn(row), tier: tier(row) }] : [],
  );
  numbered.sort((left, right) => {
    const turned = query.ascending ? -1 : 1;
    return (
      left.tier - right.tier ||
      compare(left.value, right.value, turned) ||
      compare(left.row.downloads, right.row.downloads, 1) ||
      left.number - right.number
    );
  });
  return numbered.map(({ number }) => number);
}

/** Returns a function that is true for the rows that match the filter. */
export function matching(rows: readonly ModelRow[], filter: SearchFilter): (row: ModelRow) => boolean {
  const { words } = filter;
  const tier = words?.length ? tiersOf(rows, words) : () => 0;
  return (row) => tier(row) >= 0 && matches(row, filter);
}

/** True if the row matches all filters except the words. */
function matches(row: ModelRow, filter: SearchFilter): boolean {
  return (
    row.id.toLowerCase().includes((filter.search ?? '').toLowerCase()) &&
    (filter.author === undefined || row.id.startsWith(`${filter.author}/`)) &&
    (filter.tags ?? []).every((tag) => row.tags?.includes(tag)) &&
    (filter.sources === undefined || (row.hub.sources ?? []).length >= filter.sources) &&
    (filter.fits === undefined || (leastOf(row) ?? Number.POSITIVE_INFINITY) <= filter.fits) &&
    !filter.gated &&
    (filter.parameters === undefined || isWithin(row.hub.parameters, filter.parameters)) &&
    CHOICE_GROUPS.every((group) => {
      const values = filter.anyOf?.[group] ?? [];
      const stated = statedBy(row, group);
      return values.length === 0 || (stated.length === 0 ? [NOT_STATED] : stated).some((one) => values.includes(one));
    })
  );
}

/** Returns the values that a row states in a group of filters. */
export function statedBy(row: ModelRow, group: ChoiceGroup): string[] {
  const tags = [...new Set(row.tags ?? [])];
  if (group === 'license') return tags.filter((tag) => tag.startsWith('license:')).map((tag) => tag.slice(8));
  if (group === 'format') return tags.filter((tag) => FORMATS.has(tag));
  if (group === 'language') return tags.filter(isLanguage);
  if (group === 'size') return [sizeClass(copyBytes(row.hub))];
  if (group === 'parameters') return [parameterClasses.of(row.hub.parameters)];
  if (group === 'quant') return Object.keys(row.hub.quants ?? {});
  if (group === 'held') return [...new Set(row.hub.sources ?? [])];
  const value = group === 'library' ? row.library_name : row.pipeline_tag;
  return value === undefined ? [] : [value];
}

/** True if the count is in the range. An unknown count is in no range. */
function isWithin(count: number | undefined, { min, max }: ParameterRange): boolean {
  return count !== undefined && (min === undefined || count >= min) && (max === undefined || count <= max);
}

/** Returns the memory in bytes that the smallest form of a model needs; undefined if it is unknown. */
function leastOf({ hub, library_name, tags = [] }: ModelRow): number | undefined {
  // The base model of an adapter needs memory too, and its size is unknown.
  const isAdapter = library_name === 'peft' || tags.some((tag) => tag.startsWith('base_model:adapter:'));
  if (isAdapter && !hub.quants) return undefined;
  const sizes = [...Object.values(hub.quants ?? {}), copyBytes(hub) ?? 0].filter((size) => size > 0);
  const [least] = sizes.sort((left, right) => left - right);
  if (least === undefined) return undefined;
  return hub.token_bytes === undefined
    ? Math.ceil(least * 1.2)
    : least + hub.token_bytes * Math.min(hub.context || 8192, 8192);
}

/**
 * Compares two numbers for sorting: the larger comes first if `turned` is 1, and last if it is -1. A missing number
 * always comes last.
 */
function compare(left: number | undefined, right: number | undefined, turned: 1 | -1): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return (right - left) * turned;
}

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** Sorts rows as the catalog does, by the bytes of the id, and keeps one row of each id. */
export function inIdOrder(rows: ModelRow[]): ModelRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.keys()].sort().map((id) => byId.get(id)!);
}

const owner = fc.constantFrom('a', 'A', 'a-b', 'a.', 'bert', 'Bert', 'o1');
const name = fc.array(fc.constantFrom('a', 'B', 'b', '-', '.', '_', '1', 'bert', 'BERT', 'gguf'), {
  minLength: 1,
  maxLength: 8,
});
const task = fc.constantFrom('text-generation', 'fill-mask', 'b');
const library = fc.constantFrom('transformers', 'gguf', 'b');
const plainTag = fc.constantFrom(
  'gguf',
  'b',
  'license:mit',
  'en',
  'näme',
  '日本語',
  '🤗',
  '\u{ff5e}',
  '\\"',
  'fill-mask',
  'base_model:adapter:o/b',
);
/** Makes a tag: a few tags occur in many rows, many tags in a few rows. */
const tag = fc.oneof(
  plainTag,
  fc.nat(40).map((number) => `rare-${number}`),
);
const few = fc.integer({ min: -2, max: 3 });
const count = fc.oneof(few, few, fc.integer({ min: -(2 ** 33), max: 2 ** 40 }));
const time = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
const created = fc.oneof(fc.constantFrom('2022-03-02T23:29:04.000Z', '2023-01-01T00:00:00Z'), time);

/** Makes sizes: some at the bounds of the size classes, and some at random. */
const bytes = fc.oneof(
  fc.constantFrom(0, 1, 999_999_999, 1e9, 4e9 - 1, 4e9, 1e11),
  fc.integer({ min: 1, max: 2 ** 40 }),
);
const hubFacts = fc.record(
  {
    weight_bytes: bytes,
    copy_bytes: bytes,
    parameters: bytes,
    token_bytes: fc.constantFrom(1, 131_072, 524_288),
    context: fc.constantFrom(512, 8192, 131_072),
    sources: fc.subarray(['Source A', 'Source B', 'IPFS', 'P2P']),
    quants: fc.dictionary(
      fc.constantFrom('Q4_K_M', 'Q8_0', 'F16'),
      bytes.filter((size) => size > 0),
      { minKeys: 1 },
    ),
  },
  { requiredKeys: [] },
);

const facts = fc.record(
  {
    downloads: count,
    likes: count,
    trendingScore: count,
    createdAt: created,
    lastModified: created,
    pipeline_tag: task,
    library_name: library,
    tags: fc.array(tag, { maxLength: 5 }),
  },
  { requiredKeys: [] },
);

const row: fc.Arbitrary<ModelRow> = fc
  .tuple(owner, name, fc.oneof({ weight: 5, arbitrary: facts }, fc.constant({})), hubFacts)
  .map(([author, parts, known, more]) => {
    const id = `${author}/${parts.join('')}`;
    const hub = { files: 1, manifest: `blake3:${'0'.repeat(64)}`, listed: Object.keys(known).length > 0, ...more };
    const sha = '0'.repeat(40);
    return { id, modelId: id, author, sha, hub, private: false, gated: false, disabled: false, ...known };
  });

/** Makes rows in the order of their ids, with many or few facts, and with equal and missing values. */
export const someRows = fc.array(row, { maxLength: 120, size: 'max' }).map(inIdOrder);

const searched = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'B',
    'be',
    '/',
    'bert',
    'BERT-',
    'gguf',
    't1',
    'zz',
    'é',
    'K',
    '/b',
    'bertbert',
    'a'.repeat(300),
    ' ',
    'bert a',
    'a '.repeat(21),
    '\0',
  ),
  name.map((parts) => parts.join('')),
);

/** Makes a filter for one query in three, so that most queries find some rows. */
function sometimes<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
}

/** Makes a value that rows usually have, or `other` in one of ten cases. */
function mostly(values: fc.Arbitrary<string>, other: string): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: fc.constant(other) });
}

/** Makes words of rows, beginnings of such words, words with one changed letter, and unknown words. */
const word = fc.oneof(
  fc.constantFrom('a', 'b', '1', 'bert', 'be', 'gguf', 'gg', 'fill', 'mask', 'generation', 'mit', 'rare', 'o1', '日本'),
  fc.constantFrom(
    'bret',
    'berd',
    'ggufs',
    'bertt',
    'generatoin',
    'trnasformer',
    'transformers',
    'name',
    'nämé',
    'none',
  ),
  // These words are names of tasks.
  fc.constantFrom(
    'embedding',
    'chat',
    'translator',
    'ollama',
    'image generation',
    'sentiment',
    'text generation',
    'fill mask',
  ),
  name.map((parts) => parts.join('')),
);
const someWords = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => wordsOf(words.join(' ')))
  .filter(({ length }) => length > 0);

const several = (values: fc.Arbitrary<string>) =>
  fc.array(fc.oneof({ weight: 4, arbitrary: values }, fc.constant(NOT_STATED)), { maxLength: 3 });
const choices = fc.record(
  {
    pipeline_tag: several(task),
    library: several(library),
    license: several(fc.constantFrom('mit', 'none')),
    format: several(fc.constantFrom('gguf', 'onnx')),
    language: several(fc.constantFrom('en', 'de')),
    size: several(fc.constantFrom(...SIZE_CLASSES)),
    parameters: several(fc.constantFrom(...parameterClasses.names)),
    quant: several(fc.constantFrom('Q4_K_M', 'F16', 'Q2_K')),
    held: several(fc.constantFrom('Source A', 'IPFS', 'none')),
  },
  { requiredKeys: [] },
);

/** Makes queries with any combination of filters, orders and directions. */
export const someQuestion = fc
  .record({
    search: sometimes(searched),
    words: sometimes(someWords),
    ranked: fc.boolean(),
    author: sometimes(fc.oneof(owner, owner, owner, fc.constantFrom('A-', 'nobody', 'a/b'))),
    tags: sometimes(fc.array(mostly(tag, 'none'), { maxLength: 3 })),
    anyOf: sometimes(choices),
    sources: sometimes(fc.integer({ min: 1, max: 5 })),
    fits: sometimes(bytes.filter((size) => size > 0)),
    parameters: sometimes(fc.record({ min: bytes, max: bytes }, { requiredKeys: [] })),
    gated: fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, fc.constant(true as const)),
    sort: fc.constantFrom(...SORTS),
    ascending: fc.boolean(),
  })
  .map((question) => {
    // A query has either a part of an id or words, not both.
    const one = question.words ? { ...question, search: undefined } : question;
    const asked = Object.entries(one).filter(([, value]) => value !== undefined);
    return Object.fromEntries(asked) as unknown as Omit<SearchQuery, 'limit' | 'after'>;
  });
