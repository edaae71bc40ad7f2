// The tool `get_model`: what it takes, and which of a model's files it names when there are too many (decision 0022).

import { isWeight } from '../../model/weights.ts';
import { fileName } from '../../nouns/file-path.ts';
import type { FoundModel } from './search-models.ts';
import { FACTS } from './search-models.ts';
import { READ_ONLY, type Tool } from './tool.ts';

/** Files of one answer (decision 0022). */
export const MOST_FILES = 200;

/** Bytes up to which a text counts as small. */
const SMALL = 1024 * 1024;

/** A file as the index names it. */
export interface ModelFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

export interface ModelAnswer extends Omit<FoundModel, 'files'> {
  /** The indexed commit. */
  revision: string;
  /** Bytes of weights by format. */
  format_bytes?: Record<string, number>;
  /** Of the whole model, in bytes. */
  total_bytes: number;
  files_total: number;
  /** Where the proof of these hashes lies. */
  proof: string;
  /** There only when files are left out. */
  files_truncated?: true;
  files_truncated_note?: string;
  files: ModelFile[];
}

export const getModel: Tool = {
  name: 'get_model',
  title: 'Get a model and its files',
  description: `Lists a model’s files with sizes and SHA-256, and its facts. At most ${MOST_FILES} files: of more, configs, tokenizers and other small texts first, then the largest weights.`,
  inputSchema: {
    type: 'object',
    properties: {
      model: { type: 'string', description: 'The model’s id, owner/name, as search_models gives it.' },
      revision: { type: 'string', description: 'main, or the indexed commit (seven characters or more).' },
    },
    required: ['model'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'owner/name' },
      revision: { type: 'string', pattern: '^[0-9a-f]{40}$', description: 'The indexed commit.' },
      ...FACTS,
      format_bytes: {
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 0 },
        description:
          'Bytes of weights by format, together weight_bytes; onnx_variants, optimizer and training_state stand apart.',
      },
      total_bytes: { type: 'integer', minimum: 0, description: 'Bytes of all files.' },
      files_total: { type: 'integer', minimum: 0, description: 'How many files the model has.' },
      proof: { type: 'string', description: 'The URL of the proof from the transparency log.' },
      files_truncated: { type: 'boolean', description: 'True when not all of them are listed; else absent.' },
      files_truncated_note: { type: 'string', description: 'Which are listed, and where all of them are.' },
      files: {
        type: 'array',
        maxItems: MOST_FILES,
        items: {
          type: 'object',
          properties: {
            path: { type: 'string' },
            size: { type: 'integer', minimum: 0, description: 'Bytes.' },
            sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          },
          required: ['path', 'size', 'sha256'],
        },
      },
    },
    required: ['id', 'revision', 'total_bytes', 'files_total', 'files'],
    additionalProperties: false,
  },
  annotations: READ_ONLY,
};

/** All of `files` as they come, or the `MOST_FILES` that matter most: small texts, then weights, each as `rank` orders them. */
export function keptFiles<F extends ModelFile>(files: readonly F[]): F[] {
  if (files.length <= MOST_FILES) return [...files];
  const ranked = files.map((file) => ({ file, rank: rankOf(file), depth: file.path.split('/').length }));
  ranked.sort((a, b) => a.rank - b.rank || (a.rank < LARGE ? a.depth - b.depth : b.file.size - a.file.size));
  return ranked.slice(0, MOST_FILES).map(({ file }) => file);
}

/** The sentence that goes with a shortened list; `listing` is where the whole one is. */
export function truncatedNote(total: number, listing: string): string {
  return `${MOST_FILES} of ${total} files: configs, tokenizers and other small texts first, then the largest weights. All of them: GET ${listing}`;
}

/** From this rank on, files go by size. */
const LARGE = 3;

const CONFIG = /config|\.index\.json$|^(params|generation|model_index|modules|Modelfile)\b/i;
const TOKENIZER = /token|vocab|merges|sentencepiece|spiece|\.tiktoken$|^bpe\b/i;
const TEXT =
  /\.(json|jsonl|txt|md|rst|ya?ml|toml|ini|cfg|conf|xml|html?|csv|tsv|jinja2?|tmpl|template|py|js|ts|sh|c|h|cpp|cu|proto|bib|cff|lock|gitattributes|gitignore|license|model)$/i;

/** 0 configs, 1 tokenizers, 2 other small texts, 3 weights, 4 the rest. */
function rankOf({ path, size }: ModelFile): number {
  if (isWeight(path)) return LARGE;
  const name = fileName(path);
  const isText = TEXT.test(name) || !name.includes('.');
  if (CONFIG.test(name) && isText) return 0;
  if (TOKENIZER.test(name)) return 1;
  return isText && size <= SMALL ? 2 : LARGE + 1;
}
