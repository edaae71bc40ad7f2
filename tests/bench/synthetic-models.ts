// Generates the rows of an import, always the same ones: any number of models, each with twelve files in a root and two
// folders.
import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ModelRow } from '../../src/shapes/models.ts';
import { searchRows } from './search-rows.ts';

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

/**
 * The rows to write: `count` models on the day number `day`, where 0 is the first. If `small` is true, the models have
 * only the files of `SMALL`.
 */
export interface ImportDay {
  count: number;
  day: number;
  small?: boolean;
}

/** The files of a small model. Trees of 200,000 such models fit on a laptop's disk. */
const SMALL = new Set(['README.md', 'config.json', 'tokenizer.json']);

/**
 * Writes the import rows of a day to `path`, and returns the number of new revisions. On each day, one model in a
 * hundred has a new revision with a new README, and the figures of nearly every model change.
 */
export function writeImportRows(path: string, { count, day, small }: ImportDay): number {
  const fd = openSync(path, 'w');
  let text = '';
  let changed = 0;
  let number = 0;
  for (const row of searchRows(count)) {
    const changedOn = lastChange(number++, day);
    if (day > 0 && changedOn === day) changed++;
    text += `${JSON.stringify(importRow(movedBy(row, day), changedOn, small ? SMALL : undefined))}\n`;
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

function importRow(row: ModelRow, changedOn: number, only: ReadonlySet<string> | undefined): object {
  const { id, pipeline_tag, library_name: library, tags, downloads, likes, trendingScore, createdAt } = row;
  const files = FILES.filter(({ path }) => only?.has(path) ?? true).map(({ path, shared }) => {
    const content = shared ? String(Number(`0x${digest(id, path).slice(0, 8)}`) % shared) : id;
    const sha256 = digest(content, path, path === 'README.md' ? String(changedOn) : '');
    const size = Number(`0x${sha256.slice(0, 4)}`) * (path.startsWith('model-0') ? 90_001 : 1) + 1;
    return { path, size, sha256 };
  });
  const revision = digest(id, 'revision', String(changedOn)).slice(0, 40);
  const listed = row.hub.listed === false ? { listed: false } : {};
  return { id, revision, files, pipeline_tag, library, tags, downloads, likes, trendingScore, createdAt, ...listed };
}

function digest(...parts: string[]): string {
  return hash('sha256', parts.join('\0'));
}
