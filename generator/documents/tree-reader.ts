// Reads the tree that is being built, for documents that show what is in it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { parseModelId } from '../../src/model-id.ts';
import { parseDirections } from '../../src/resolve/directions.ts';
import { MODEL_ANSWERS, modelFolder } from '../../src/static-tree.ts';

/** Reads a file of the tree as text; undefined when the tree has none there. */
export type ReadTree = (path: string) => string | undefined;

/** A reader of the tree at `folder`. */
export function treeReader(folder: string): ReadTree {
  return (path) => (existsSync(join(folder, path)) ? readOwnFile(join(folder, path)).toString() : undefined);
}

/** The directions of the model with this id, which the tree must have. */
export function directionsOf(id: string, read: ReadTree): ReturnType<typeof parseDirections> {
  const { owner, name } = parseModelId(id)!;
  return parseDirections(new TextEncoder().encode(read(`${modelFolder(owner, name)}/${MODEL_ANSWERS.directions}`)!));
}
