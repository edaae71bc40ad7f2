// Measures how many bytes of files the first answer to a visitor's search needs, in an export of 100,000 models.
import { ExportSearch } from '../../src/search/remote/export-search.ts';
import type { SearchQuery } from '../../src/search/search.ts';
import { wordsOf } from '../../src/search/words/words.ts';
import { exportFiles, indexed } from '../unit/search/readers.ts';
import type { Bench } from './row.ts';
import { searchRows } from './search-rows.ts';

/** The maximum number of bytes for a first answer. */
const MOST_BYTES = 200_000;
/** The number of rows on a page of an export. */
const PAGE = 25;

type Question = SearchQuery;

interface Cost {
  what: string;
  bytes: number;
  files: number;
}

export const exportSearch: Bench = async (settings) => {
  const models = settings.quick ? 20_000 : 100_000;
  settings.say(`writing the files of ${models} models`);
  const rows = [...searchRows(models)];
  const files = await exportFiles(indexed(rows));
  const costs: Cost[] = [];
  for (const [what, question] of questions(rows)) costs.push(await costOf(files, what, question));
  costs.sort((a, b) => b.bytes - a.bytes);
  const [worst] = costs;
  const told = costs.slice(0, 6).map(({ what, bytes, files: asked }) => `${what} ${bytes} in ${asked} files`);
  return [
    {
      name: `first answer of an export, ${models} models`,
      ours: { value: worst!.bytes, unit: 'bytes' },
      yardstick: { value: MOST_BYTES, unit: 'bytes' },
      ratio: worst!.bytes / MOST_BYTES,
      target: { at: 'most', ratio: 1 },
      note: `the dearest of ${costs.length} questions, uncompressed, without the page itself: ${told.join('; ')}`,
    },
  ];
};

/** Asks one question with empty caches, and returns the number of bytes and files that the answer needed. */
async function costOf(files: ReadonlyMap<string, Uint8Array>, what: string, question: Question): Promise<Cost> {
  const asked: Uint8Array[] = [];
  const search = await ExportSearch.open(async (path) => {
    const bytes = files.get(path.replace(/\?.*/, ''));
    if (!bytes) throw new Error(`${path} is missing`);
    asked.push(bytes);
    return bytes;
  });
  await search.search(question);
  return { what, bytes: asked.reduce((sum, { length }) => sum + length, 0), files: asked.length };
}

/** Words from the generated names: common, rare, incomplete, in another order and misspelled. */
const WORDS = [
  ...['base', 'q', 'bert base', 'stable diffusion', 'qwen coder', 'llama 2 7b chat', 'whisper lar'],
  ...['gguf base bert uncased finetuned', 'text generation transformers', 'distilbrt unncased', 'wisper large'],
  ...['tiny llama', 'embedding', 'base speech to text', 'chat'],
];

const TEXTS =
  'bert llama instruct qwen3 distilbert gguf a be base mistral-7b-instruct roberta-base-finetuned-squad'.split(' ');

function* questions(rows: readonly { id: string }[]): Generator<[string, Question]> {
  const sorts = ['trendingScore', 'downloads', 'likes', 'createdAt'] as const;
  for (const sort of sorts) {
    const page = { sort, ascending: false, limit: PAGE };
    yield [`everything by ${sort}`, page];
    for (const search of TEXTS) yield [`"${search}" by ${sort}`, { ...page, search }];
    // Also asks for parts of names that few names contain.
    for (const at of [5, 77, 999, 12_345])
      for (const length of [4, 7]) {
        const search = rows[at]!.id.slice(3, 3 + length);
        yield [`"${search}" by ${sort}`, { ...page, search }];
      }
    for (const text of WORDS) {
      const words = wordsOf(text);
      yield [`the words "${text}" by ${sort}`, { ...page, words }];
      if (sort === 'downloads') yield [`the words "${text}", best first`, { ...page, words, ranked: true }];
    }
    yield [`a task by ${sort}`, { ...page, pipelineTag: 'text-generation' }];
    yield [`a task and tags by ${sort}`, { ...page, pipelineTag: 'fill-mask', tags: ['en', 'license:mit'] }];
    yield [`what fits by ${sort}`, { ...page, fits: 1e9, search: 'base' }];
  }
}
