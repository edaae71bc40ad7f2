// Guesses which model of the index a folder holds.
import { resolve } from 'node:path';
import { isIdPart } from '../../src/nouns/model-id.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';

/**
 * Returns the id in the path of a folder in the cache of the public hub's own client,
 * `models--owner--name/snapshots/…`; undefined if the path has none.
 */
export function idInPath(folder: string): string | undefined {
  for (const part of resolve(folder).split(/[\\/]/).reverse()) {
    const [, owner, name] = /^models--(.+?)--(.+)$/.exec(part) ?? [];
    if (owner !== undefined && name !== undefined && isIdPart(owner) && isIdPart(name)) return `${owner}/${name}`;
  }
  return undefined;
}

/**
 * Returns the model of which a download has the most bytes; undefined if it has none. `hashes` has the SHA-256 of each
 * path. Counts bytes, because thousands of models share small files. Among models with equally many bytes, returns that
 * with the fewest files.
 */
export function bestModel(models: Iterable<ModelObject>, hashes: ReadonlyMap<string, string>): ModelObject | undefined {
  let best: { model: ModelObject; bytes: number } | undefined;
  for (const model of models) {
    const bytes = model.files.reduce((sum, file) => (hashes.get(file.path) === file.sha256 ? sum + file.size : sum), 0);
    const isBetter =
      bytes > (best?.bytes ?? 0) || (best && bytes === best.bytes && model.files.length < best.model.files.length);
    if (bytes > 0 && isBetter) best = { model, bytes };
  }
  return best?.model;
}
