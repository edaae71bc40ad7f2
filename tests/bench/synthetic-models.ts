// Generates the rows of an import, always the same ones: any number of models, each with twelve files in a root and two
// folders, its sources, and mostly a card, as models of the public hub have them.
import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { CARD_PATH } from '../../src/catalog/catalog-object.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { frequent, randomNumbers, searchRows, WORDS } from './search-rows.ts';

/**
 * The files of a model. `shared` is the number of different contents that the file has over all models; without it,
 * each model has its own content.
 */
const FILES: { path: string; shared?: number }[] = [
  { path: '.gitattributes', shared: 40 },
  { path: '1_Pooling/config.json', shared: 400 },
  { path: 'README.md' },
  { path: 'config.json' },
  { path: 'generation_config.json', shared: 2000 },
  { path: 'model-00001-of-00002.safetensors' },
  { path: 'model-00002-of-00002.safetensors' },
  { path: 'model.safetensors.index.json' },
  { path: 'onnx/config.json' },
  { path: 'onnx/model.onnx' },
  { path: 'tokenizer.json' },
  { path: 'tokenizer_config.json' },
];
export const FILES_A_MODEL = FILES.length;

/** The path of a file that every model has. Benchmarks request this file. */
export const A_FILE = 'onnx/model.onnx';

/** On each day, one in this many models has a new revision. */
const CHANGED_ONE_IN = 100;
const BATCH = 1 << 20;

/** The rows to write: `count` models on the day number `day`, where 0 is the first. */
export interface ImportDay {
  count: number;
  day: number;
}

/** One in this many models has a README.md that is no card, because the index keeps only the hash of it. */
const NO_CARD_ONE_IN = 5;

/**
 * Writes the import rows of a day to `path`, and returns the number of new revisions. On each day, one model in a
 * hundred has a new revision with a new README, and the figures of nearly every model change.
 */
export function writeImportRows(path: string, { count, day }: ImportDay): number {
  const fd = openSync(path, 'w');
  let text = '';
  let changed = 0;
  let number = 0;
  for (const row of searchRows(count)) {
    const changedOn = lastChange(number++, day);
    if (day > 0 && changedOn === day) changed++;
    text += `${JSON.stringify(importRow(movedBy(row, day), changedOn))}\n`;
    if (text.length < BATCH) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
  return changed;
}

/** Returns the row with its figures on a later day. */
function movedBy(row: ModelRow, days: number): ModelRow {
  const { downloads, likes, trendingScore } = row;
  return {
    ...row,
    ...(downloads !== undefined && { downloads: downloads + 7 * days }),
    ...(likes !== undefined && { likes: likes + days }),
    ...(trendingScore !== undefined && { trendingScore: trendingScore + days }),
  };
}

/** Returns the last day, not after `day`, on which the model with this number changed; 0 if it has not changed. */
function lastChange(number: number, day: number): number {
  for (let at = day; at > 0; at--) if (number % CHANGED_ONE_IN === (at * 37) % CHANGED_ONE_IN) return at;
  return 0;
}

function importRow(row: ModelRow, changedOn: number): object {
  const { id, hub, library_name: library, pipeline_tag, tags, downloads, likes, trendingScore, createdAt } = row;
  const revision = digest(id, 'revision', String(changedOn)).slice(0, 40);
  const card =
    Number(`0x${digest(id, 'card').slice(0, 4)}`) % NO_CARD_ONE_IN === 0 ? undefined : cardOf(row, changedOn);
  const files = FILES.map(({ path, shared }) => {
    if (path === CARD_PATH && card !== undefined)
      return { path, size: Buffer.byteLength(card), sha256: hash('sha256', card) };
    const content = shared ? String(Number(`0x${digest(id, path).slice(0, 8)}`) % shared) : id;
    const sha256 = digest(content, path, path === CARD_PATH ? String(changedOn) : '');
    const size = Number(`0x${sha256.slice(0, 4)}`) * (path.startsWith('model-0') ? 90_001 : 1) + 1;
    return { path, size, sha256 };
  });
  const sources = (hub.sources ?? []).map((display) => sourceOf(display, id, revision));
  return {
    ...{ id, revision, files, sources, card, pipeline_tag, library, tags, downloads, likes, trendingScore, createdAt },
    ...(hub.listed === false ? { listed: false } : {}),
  };
}

function sourceOf(display: string, id: string, revision: string): object {
  if (display === 'Source B') return { source: 'srcb', id: id.toLowerCase(), revision: 'master' };
  if (display === 'Source A') return { source: 'srca', revision };
  return { source: 'ipfs', root: `f01701220${digest(id, 'root')}` };
}

/** Writes a card of 3 to 6 KB with the parts that most cards have: front matter, prose, code, a table and lists. */
function cardOf({ id, pipeline_tag: task = 'text-generation', tags = [] }: ModelRow, changedOn: number): string {
  const random = randomNumbers(Number.parseInt(digest(id, 'words').slice(0, 8), 16));
  const sentences = (count: number) =>
    Array.from(
      { length: count },
      () => `The ${Array.from({ length: 9 }, () => frequent(WORDS, random)).join(' ')}.`,
    ).join(' ');
  const row = () => `| ${frequent(WORDS, random)} | ${(100 * random()).toFixed(2)} | ${(100 * random()).toFixed(2)} |`;
  return `---
license: apache-2.0
pipeline_tag: ${task}
tags:
${tags.map((tag) => `- ${tag}\n`).join('')}---
# ${id}

${sentences(4)} See [the paper](https://arxiv.org/abs/1910.09700) and **version ${changedOn}** of _${id}_.

## Usage

\`\`\`python
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("${id}")
model = AutoModel.from_pretrained("${id}")
\`\`\`

${sentences(6)}

## Results

| Task | Accuracy | F1 |
| --- | --- | --- |
${Array.from({ length: 8 }, row).join('\n')}

## Training

${Array.from({ length: 10 }, () => `- \`${frequent(WORDS, random)}\`: ${frequent(WORDS, random)}`).join('\n')}

${sentences(12)}

## Limits

${sentences(8)} Files: [config](config.json), [weights](onnx/model.onnx).
`;
}

function digest(...parts: string[]): string {
  return hash('sha256', parts.join('\0'));
}
