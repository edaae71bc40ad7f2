// Makes the questions for the benchmark of search, in classes. Each class has a different reason to be fast or slow.
import type { SearchFilter, SearchQuery } from '../../src/search/query.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { wordsOf } from '../../src/search/words/words.ts';
import { randomNumbers } from './search-rows.ts';

export interface QuestionClass {
  name: string;
  queries: SearchQuery[];
}

/** The number of different questions in each class. */
const EACH = 24;

/** A text counts as rare if at most this number of ids contain it. */
const RARE = 200;

const COMMON = `bert base finetuned gguf uncased large small roberta qwen3 model instruct llama distilbert wav2vec2 test
  chat mistral xls-r squad lora bert-base base-finetuned merged emotion`.split(/\s+/);
const COMMON_TAGS = ['region:us', 'safetensors', 'conversational', 'en', 'lora', 'llama', 'tensorboard', 'license:mit'];
const ASKED_TASKS = ['text-generation', 'fill-mask', 'depth-estimation'];

/** Words that people type. Some are common, some are tags, some are rare, and one is in nearly every row. */
const COMMON_WORDS = [
  ...[
    'bert base',
    'stable diffusion',
    'qwen coder',
    'llama chat 7b',
    'whisper large',
    'base model gguf',
    'en safetensors',
  ],
  ...[
    'text generation',
    'region us base',
    'mistral instruct awq',
    'uncased finetuned bert base',
    'lora',
    'transformers',
  ],
];
const BEGUN_WORDS = [
  'b',
  's',
  'q',
  '7',
  'be',
  'distil',
  'llama ins',
  'base f',
  'text gen',
  'x',
  'base b',
  'us s',
  'zz',
];

/**
 * Makes the questions of every class over the rows of `index`. The questions are the same each time. Most ask for 100
 * rows in the default order.
 */
export function questionClasses(index: SearchIndex): QuestionClass[] {
  const random = randomNumbers(11);
  const pieces = idPieces(index, random);
  const changed = changedPieces(index, random);
  return [
    { name: 'rare substring', queries: some(pieces, (search) => within(index.count({ search }), 1, RARE)) },
    { name: 'absent substring', queries: some(changed, (search) => index.count({ search }) === 0) },
    { name: 'words', queries: COMMON_WORDS.map(ranked) },
    { name: 'begun words', queries: BEGUN_WORDS.map(ranked) },
    { name: 'words of an id', queries: wordQueries(index, random) },
    { name: 'common substring', queries: COMMON.map((search) => query({ search })) },
    {
      name: 'one or two letters',
      queries: ['a', 'q', '7', '/', 'be', 'qw', 'zq', '-1'].map((search) => query({ search })),
    },
    {
      name: 'tag and task',
      queries: COMMON_TAGS.flatMap((tag) =>
        ASKED_TASKS.map((task) => query({ tags: [tag], anyOf: { pipeline_tag: [task] } })),
      ),
    },
    ...(['trendingScore', 'downloads', 'likes', 'createdAt'] as const).flatMap((sort) => [
      { name: `${sort}, descending`, queries: [{ ...query({}), sort }] },
      { name: `${sort}, ascending`, queries: [{ ...query({}), sort, ascending: true }] },
    ]),
  ];
}

/** Makes questions with misspelled words, which hardly any row contains. */
export function errorQuestions(index: SearchIndex): QuestionClass {
  const random = randomNumbers(13);
  const queries: SearchQuery[] = [
    'stabel difusion',
    'whispr larg',
    'finetunde uncasd',
    'transfromers',
    'distilbret',
  ].map(ranked);
  for (let tried = 0; tried < 2000 && queries.length < EACH; tried++) {
    const words = idWords(index, random).map((word) => (word.length > 4 ? word.slice(0, 2) + word.slice(3) : word));
    queries.push(ranked(words.join(' ')));
  }
  return { name: 'typing errors', queries };
}

function wordQueries(index: SearchIndex, random: () => number): SearchQuery[] {
  return Array.from({ length: EACH }, () => ranked(idWords(index, random).join(' ')));
}

/** Returns up to three words of a random id, its last word first. */
function idWords(index: SearchIndex, random: () => number): string[] {
  const id = index.idAt(Math.floor(random() * index.rows));
  return wordsOf(id.slice(id.indexOf('/')))
    .slice(-3)
    .reverse();
}

/** Makes a question from the words of `text`, with the best matches first. */
function ranked(text: string): SearchQuery {
  return { words: wordsOf(text), ranked: true, sort: 'downloads', ascending: false, limit: 100 };
}

function query(filter: SearchFilter): SearchQuery {
  return { ...filter, sort: 'trendingScore', ascending: false, limit: 100 };
}

function within(count: number, least: number, most: number): boolean {
  return count >= least && count <= most;
}

/** Returns queries for the first texts that `fits` accepts, at most EACH. */
function some(texts: Iterable<string>, fits: (text: string) => boolean): SearchQuery[] {
  const queries: SearchQuery[] = [];
  for (const search of texts) {
    if (fits(search)) queries.push(query({ search }));
    if (queries.length === EACH) break;
  }
  return queries;
}

/** Yields pieces of random ids without end, each 5 to 12 characters long. */
function* idPieces(index: SearchIndex, random: () => number): Generator<string> {
  for (;;) {
    const id = index.idAt(Math.floor(random() * index.rows));
    const start = Math.floor(random() * Math.max(1, id.length - 5));
    yield id.slice(start, start + 5 + Math.floor(random() * 8));
  }
}

/** Yields pieces of random ids reversed or with another last letter, so that hardly any id contains them. */
function* changedPieces(index: SearchIndex, random: () => number): Generator<string> {
  for (const piece of idPieces(index, random)) {
    yield random() < 0.5 ? [...piece].reverse().join('') : `${piece.slice(0, -1)}${random() < 0.5 ? 'e' : 'q'}`;
  }
}
