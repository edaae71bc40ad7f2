// Reads the row of a model in a day's catalog, without the search index.
import { type RangedCatalog, rowOfCatalog } from '../../src/catalog/row-search.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import type { Tree } from '../ports/ports.ts';

type Files = Pick<Tree, 'read' | 'range'>;

/** Finds the catalog with this address; undefined if this hub lacks it. */
export async function catalogFile(tree: Files, address: string): Promise<RangedCatalog | undefined> {
  const path = objectPath('catalog', parseAddress(address)!);
  const file = await tree.read(path);
  return file && { size: file.size, range: (start, end) => tree.range(path, start, end) };
}

/** Returns the row of a model; undefined if the catalog lacks the model, or if this hub lacks the catalog. */
export async function rowOnDay(tree: Files, catalog: string, id: string): Promise<ModelRow | undefined> {
  const opened = await catalogFile(tree, catalog);
  return opened && rowOfCatalog<ModelRow>(opened, id);
}
