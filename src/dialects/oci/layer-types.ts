// Finds the media type of a file in a model package by its path (CNCF ModelPack, "Image manifest").

import { isWeight } from '../../model/weights.ts';
import { fileName } from '../../nouns/file-path.ts';

type Kind = 'weight' | 'weight.config' | 'doc' | 'code' | 'dataset';

/**
 * Patterns for the name of a file in lower case; the first match counts. Any other file counts as configuration of
 * weights, such as JSON, vocabularies and templates.
 */
const KINDS: [Kind, RegExp][] = [
  ['code', /^(makefile|dockerfile|requirements.*\.txt|pyproject\.toml|setup\.(py|cfg))$/],
  ['doc', /^(readme|licen[cs]e|copying|notice|changelog|citation|authors|contributing|.*(use_policy|model_card))\b/],
  ['doc', /\.(md|rst|pdf|html?|png|jpe?g|gif|svg|webp|ico|mp4|webm|mov|wav|mp3|flac|ogg)$/],
  ['code', /\.(py|ipynb|sh|bash|ps1|bat|m?js|cjs|ts|c|cc|cpp|cu|h|hpp|rs|go|java|kt|swift|jl|lua|r|sql|patch)$/],
  ['dataset', /\.(parquet|arrow|feather|csv|tsv|jsonl)$/],
];

/** Returns the media type of the layer for the file at `path`. A layer is always one raw file, never compressed. */
export function layerType(path: string): string {
  return `application/vnd.cncf.model.${kindOf(path)}.v1.raw`;
}

function kindOf(path: string): Kind {
  if (isWeight(path)) return 'weight';
  const name = fileName(path).toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'weight.config';
}
