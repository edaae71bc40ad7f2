// Reads the tree that is being built, for documents that show what is in it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { parseDirections } from '../../src/resolve/directions.ts';
import { DIRECTIONS, isObjectPath, modelKey } from '../../src/static-tree.ts';
import type { Shard } from '../../src/tree/tree-list.ts';
import { ListReader } from '../build/list-reader.ts';

/** Reads a file of the tree as text; undefined when the tree has none there. */
export type ReadTree = (path: string) => string | undefined;

/** A reader of the tree whose draft lies in `folder`, and whose `list` says what is packed already. */
export function draftReader({
  dist,
  folder,
  list,
}: {
  dist: string;
  folder: string;
  list: readonly Shard[];
}): ReadTree {
  const packed = new ListReader(dist, list);
  const textAt = (file: string) => (existsSync(file) ? readOwnFile(file).toString() : undefined);
  return (path) => {
    if (isObjectPath(path)) return textAt(join(dist, path));
    return textAt(join(folder, path)) ?? packed.read(path)?.toString();
  };
}

/** The directions of the model with this id, which the tree must have. */
export function directionsOf(id: string, read: ReadTree): ReturnType<typeof parseDirections> {
  return parseDirections(new TextEncoder().encode(read(`${modelKey(id)}/${DIRECTIONS}`)!));
}
