// What the search bench asks, class by class; each class is a kind of question that is fast or slow for its own reason.
import type { SearchFilter } from '../../src/search/conditions.ts';
import type { SearchIndex } from '../../src/search/index/search-index.ts';
import type { SearchQuery } from '../../src/search/search.ts';
import { randomNumbers } from './search-rows.ts';

export interface QuestionClass {
  name: string;
  queries: SearchQuery[];
}

/** Different questions of a class. */
const EACH = 24;

/** A rare text is in this many ids at most. */
const RARE = 200;

const COMMON = `bert base finetuned gguf uncased large small roberta qwen3 model instruct llama distilbert wav2vec2 test
  chat mistral xls-r squad lora bert-base base-finetuned merged emotion`.split(/\s+/);
const COMMON_TAGS = ['region:us', 'safetensors', 'conversational', 'en', 'lora', 'llama', 'tensorboard', 'license:mit'];
const ASKED_TASKS = ['text-generation', 'fill-mask', 'depth-estimation'];

/** Every class over the rows of `index`, the same each time: default order, 100 rows, where the class says no other. */
export function questionClasses(index: SearchIndex): QuestionClass[] {
  const random = randomNumbers(11);
  const pieces = idPieces(index, random);
  const changed = changedPieces(index, random);
  return [
    { name: 'rare substring', queries: some(pieces, (search) => within(index.count({ search }), 1, RARE)) },
    { name: 'absent substring', queries: some(changed, (search) => index.count({ search }) === 0) },
    { name: 'common substring', queries: COMMON.map((search) => query({ search })) },
    {
      name: 'one or two letters',
      queries: ['a', 'q', '7', '/', 'be', 'qw', 'zq', '-1'].map((search) => query({ search })),
    },
    {
      name: 'tag and task',
      queries: COMMON_TAGS.flatMap((tag) => ASKED_TASKS.map((task) => query({ tags: [tag], pipelineTag: task }))),
    },
    ...(['trendingScore', 'downloads', 'likes', 'createdAt'] as const).flatMap((sort) => [
      { name: `${sort}, descending`, queries: [{ ...query({}), sort }] },
      { name: `${sort}, ascending`, queries: [{ ...query({}), sort, ascending: true }] },
    ]),
  ];
}

function query(filter: SearchFilter): SearchQuery {
  return { ...filter, sort: 'trendingScore', ascending: false, limit: 100 };
}

function within(count: number, least: number, most: number): boolean {
  return count >= least && count <= most;
}

/** The first texts that `fits` accepts, as queries. */
function some(texts: Iterable<string>, fits: (text: string) => boolean): SearchQuery[] {
  const queries: SearchQuery[] = [];
  for (const search of texts) {
    if (fits(search)) queries.push(query({ search }));
    if (queries.length === EACH) break;
  }
  return queries;
}

/** Pieces of 5 to 12 characters of ids picked at random, without end. */
function* idPieces(index: SearchIndex, random: () => number): Generator<string> {
  for (;;) {
    const id = index.idAt(Math.floor(random() * index.rows));
    const start = Math.floor(random() * Math.max(1, id.length - 5));
    yield id.slice(start, start + 5 + Math.floor(random() * 8));
  }
}

/** Such pieces turned round or with their last letter another: made of parts that are there, as typing errors are. */
function* changedPieces(index: SearchIndex, random: () => number): Generator<string> {
  for (const piece of idPieces(index, random)) {
    yield random() < 0.5 ? [...piece].reverse().join('') : `${piece.slice(0, -1)}${random() < 0.5 ? 'e' : 'q'}`;
  }
}
