// Finds other models of the index with the same weights. It looks up only one weight, so it reads one shard of hashes
// even for a model with many files.
import { isWeight } from '../../../src/model/weights.ts';
import type { FileRow } from '../../../src/resolve/directions-row.ts';
import type { ModelRelated } from '../../../src/shapes/live.ts';
import type { Tree } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';
import { filesWith } from '../hashes/files-with.ts';

type SameBytes = NonNullable<ModelRelated['same_bytes']>;

/** The maximum number of models that an answer names. */
const MOST = 10;

/**
 * Finds the other models that have the main weight of the model `id`. `files` are the files that the model's page
 * shows. Returns undefined for a model without weights.
 */
export async function sameBytes(tree: Tree, id: string, files: readonly FileRow[]): Promise<SameBytes | undefined> {
  const main = await mainWeight(files);
  if (!main) return undefined;
  const { path, sha256 } = main;
  await takeTurn();
  const found = await filesWith(tree, sha256);
  const others = new Map(found.flatMap(([, model, , at]) => (model === id ? [] : [[model, at] as const])));
  const first = [...others].slice(0, MOST).map(([model, at]) => ({ model, path: at }));
  return { path, sha256, models: others.size, first };
}

/** Returns the largest weight in one usable copy of the model, or of all files if there is no usable copy. */
async function mainWeight(files: readonly FileRow[]): Promise<FileRow | undefined> {
  // This module takes long to load, and redirects do not need it.
  const { usableCopy } = await import('../../../src/model/usable-copy.ts');
  const weights = usableCopy(files)?.files ?? files.filter(({ path }) => isWeight(path));
  return weights.reduce<FileRow | undefined>((most, file) => (most && most.size >= file.size ? most : file), undefined);
}
