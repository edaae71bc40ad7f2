// The tool `search_models`: what it takes, and rows short enough for an agent to read.
import { MAX_PAGE } from '../../basics/limits.ts';
import { filterSchemas } from '../../search/filter-schemas.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { READ_ONLY, type Tool } from './tool.ts';

/** Rows of an answer unless the caller asks for another number. */
export const DEFAULT_ROWS = 20;

/** Bytes of rows in one answer, about 10,000 tokens; a narrower question gets at the rest. */
const MOST_BYTES = 32_768;

/** A model as an agent reads it. Unknown facts are absent. */
export interface FoundModel {
  id: string;
  pipeline_tag?: string;
  library?: string;
  license?: string;
  parameters?: number;
  context?: number;
  copy_bytes?: number;
  weight_bytes?: number;
  files: number;
  downloads?: number;
  likes?: number;
  /** False: fell off the browse list, so most facts are absent; still served. */
  listed?: false;
}

interface FoundModels {
  models: FoundModel[];
  /** How many models match. */
  total: number;
  /** What to do when not all of them are shown. */
  note?: string;
}

export const FACTS = {
  pipeline_tag: { type: 'string', description: 'The task.' },
  library: { type: 'string', description: 'The library it is made for.' },
  license: { type: 'string', description: 'The licence’s id.' },
  parameters: { type: 'integer', minimum: 0 },
  context: { type: 'integer', minimum: 0, description: 'Longest input in tokens.' },
  copy_bytes: {
    type: 'integer',
    minimum: 0,
    description: 'Bytes of the weights that one usable copy needs: what to download, and what has to fit in memory.',
  },
  weight_bytes: {
    type: 'integer',
    minimum: 0,
    description: 'Bytes of all weight files: what the whole repository takes, in every format.',
  },
  downloads: { type: 'integer', minimum: 0 },
  likes: { type: 'integer', minimum: 0 },
  listed: { type: 'boolean', description: 'False: no longer on the browse list, most facts are absent; still served.' },
} as const;

export const searchModels: Tool = {
  name: 'search_models',
  title: 'Search models',
  description:
    'Finds open models in the index by words of their id, tags, task and base model, and by owner, task, library, tags, size and sources. Gives ids for get_model.',
  inputSchema: {
    type: 'object',
    properties: {
      search: {
        type: 'string',
        description:
          'Words in any order, in id, tags, task or base model: "qwen coder 7b". Best matches first unless sort says otherwise.',
      },
      author: { type: 'string', description: 'The owner, exactly.' },
      pipeline_tag: { type: 'string', description: 'The task, exactly: text-generation, sentence-similarity, …' },
      library: { type: 'string', description: 'The library, exactly: transformers, gguf, …' },
      filter: {
        type: 'array',
        items: { type: 'string' },
        description: 'Tags that must all be there: gguf, safetensors, en, license:apache-2.0, …',
      },
      size: {
        type: 'array',
        items: filterSchemas.size,
        description: 'Any of these sizes of one copy in GB: 4-8 is from 4 to below 8.',
      },
      sources: { ...filterSchemas.sources, description: 'At least so many sources hold every file.' },
      fits: {
        ...filterSchemas.fits,
        // A query holds text alone; an agent writes gigabytes as a number.
        type: ['string', 'number'],
        description: 'Memory that one copy, or the smallest quantisation, fits in: 16GB, 24GiB; 8 is 8 GB.',
      },
      sort: {
        type: 'string',
        enum: ['trendingScore', 'downloads', 'likes', 'createdAt'],
        description: 'Most first. Without it by match where search is given, else by trendingScore.',
      },
      limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_ROWS, description: 'Models to give.' },
    },
    required: [],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      models: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'owner/name' },
            ...FACTS,
            files: { type: 'integer', minimum: 0, description: 'How many files.' },
          },
          required: ['id', 'files'],
        },
      },
      total: { type: 'integer', minimum: 0, description: 'How many models match.' },
      note: { type: 'string', description: 'What to do when not all are shown.' },
    },
    required: ['models', 'total'],
    additionalProperties: false,
  },
  annotations: READ_ONLY,
};

/** The facts of a row that say whether a model will do. */
export function modelFacts(row: ModelRow): Omit<FoundModel, 'id' | 'files'> {
  const { pipeline_tag, library_name: library, tags, downloads, likes, hub } = row;
  const license = tags?.find((tag) => tag.startsWith('license:'))?.slice('license:'.length);
  const { parameters, context, copy_bytes, weight_bytes } = hub;
  const facts = { pipeline_tag, library, license, parameters, context, copy_bytes, weight_bytes, downloads, likes };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return hub.listed === false ? { ...known, listed: false } : known;
}

/** The answer: as many of `rows` as an agent should read at once, of `total` that match. */
export function foundModels(rows: readonly ModelRow[], total: number): FoundModels {
  const models: FoundModel[] = [];
  let bytes = 0;
  for (const row of rows) {
    const model = { id: row.id, ...modelFacts(row), files: row.hub.files };
    bytes += JSON.stringify(model).length + 1;
    if (bytes > MOST_BYTES) break;
    models.push(model);
  }
  const note = noteOn(models.length, rows.length, total);
  return { models, total, ...(note === undefined ? {} : { note }) };
}

function noteOn(shown: number, found: number, total: number): string | undefined {
  if (total === 0) return 'No model matches: use fewer words, or fewer conditions.';
  if (shown === total) return undefined;
  const more =
    shown < found ? 'narrow the search, since an answer holds no more' : 'narrow the search, or raise "limit"';
  return `These are the first ${shown} of ${total}: ${more}.`;
}
