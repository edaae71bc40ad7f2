// Makes days of models for scenarios that import and build. One third of the models changes each day.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const PATHS = ['config.json', 'model.safetensors', 'onnx/model.onnx', 'tokenizer/vocab.txt'];

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Makes the import rows of a day: `models` models with four files each. */
export function someModels(models: number, day: number): object[] {
  return Array.from({ length: models }, (_, at) => {
    const edition = at % 3 === 0 ? day : 0;
    const files = PATHS.map((path) => ({ path, size: 1000 + at, sha256: hash(`${at} ${path} ${edition}`) }));
    return { id: `owner-${at % 40}/model-${at}`, revision: hash(`${at} ${edition}`).slice(0, 40), files };
  });
}

/** Writes the rows to the file at `path`, for `model-hub import`. Returns the path. */
export function writeModels(path: string, models: number, day: number): string {
  writeFileSync(
    path,
    someModels(models, day)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  return path;
}

/** Returns the date of a day, as YYYY-MM-DD. Day 1 is the first of January 2025. */
export const dayNamed = (day: number) => new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10);
