// Selects the files for an answer to an agent if a model has too many files (decision 0022).

import { isWeight } from '../model/weight-formats.ts';
import { fileName } from '../nouns/file-path.ts';
import type { ModelFile } from '../shapes/objects.ts';

/** The maximum number of files in one answer (decision 0022). */
export const MOST_FILES = 200;

/** The maximum size in bytes of a small text. */
const SMALL = 1024 * 1024;

/** The properties of a file that its rank depends on, and its hash. */
export type RankedFile = Pick<ModelFile, 'path' | 'size' | 'sha256'>;

/**
 * Returns all of `files`, or the `MOST_FILES` most important ones: small texts first, then weights, sorted by `rankOf`.
 */
export function agentFiles<F extends RankedFile>(files: readonly F[]): F[] {
  if (files.length <= MOST_FILES) return [...files];
  const ranked = files.map((file) => ({ file, rank: rankOf(file), depth: file.path.split('/').length }));
  ranked.sort((a, b) => a.rank - b.rank || (a.rank < LARGE ? a.depth - b.depth : b.file.size - a.file.size));
  return ranked.slice(0, MOST_FILES).map(({ file }) => file);
}

/** Returns the sentence about a shortened list. `listing` is the address of the whole list. */
export function truncatedNote(total: number, listing: string): string {
  return `${MOST_FILES} of ${total} files: configs, tokenizers and other small texts first, then the largest weights. All of them: GET ${listing}`;
}

/** Files of this rank and of later ranks are sorted by size. */
const LARGE = 3;

const CONFIG = /config|\.index\.json$|^(params|generation|model_index|modules|Modelfile)\b/i;
const TOKENIZER = /token|vocab|merges|sentencepiece|spiece|\.tiktoken$|^bpe\b/i;
const TEXTS = [
  'json jsonl txt md rst yml yaml toml ini cfg conf xml htm html csv tsv jinja jinja2 tmpl template py js ts sh c h',
  'cpp cu proto bib cff lock gitattributes gitignore license model',
];
const TEXT = new RegExp(`\\.(${TEXTS.join(' ').replaceAll(' ', '|')})$`, 'i');

/** Returns the rank of a file: 0 configs, 1 tokenizers, 2 other small texts, 3 weights, 4 everything else. */
function rankOf({ path, size }: RankedFile): number {
  if (isWeight(path)) return LARGE;
  const name = fileName(path);
  const isText = TEXT.test(name) || !name.includes('.');
  if (CONFIG.test(name) && isText) return 0;
  if (TOKENIZER.test(name)) return 1;
  return isText && size <= SMALL ? 2 : LARGE + 1;
}
