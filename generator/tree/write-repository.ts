// Writes an OCI repository of the hub's own into a tree: its index, its manifests, and its blobs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type CatalogDay,
  indexRepository,
  type OwnRepository,
} from '../../src/dialects/oci/registry/own-repositories.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { LAYERS, objectPath, ownRepositoryKey, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';

/** A layer whose bytes lie at another path of the tree. */
interface LayerElsewhere {
  sha256: string;
  /** The path of the bytes in the tree, as `static-tree.ts` makes it. */
  at: string;
}

/** Writes the repository `hub/index` into the folder `folder`. Each of its layers is the catalog object of a day. */
export function writeIndexRepository(folder: string, days: readonly CatalogDay[]): void {
  const layers = days.map(({ catalog, sha256 }) => ({ sha256, at: objectPath('catalog', parseAddress(catalog)!) }));
  writeRepository(folder, indexRepository(days), layers);
}

/** Writes a repository into the folder `folder`. Its layers are references to other paths in the tree. */
export function writeRepository(folder: string, made: OwnRepository, layers: readonly LayerElsewhere[]): void {
  const { index, manifests, blobs } = made;
  const [owner = '', name = ''] = index.name.split('/');
  const write = (file: string, text: string) => {
    const path = join(folder, ownRepositoryKey(index.name), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(REGISTRY_INDEX, JSON.stringify(index));
  for (const { digest, text } of manifests) write(fileOf(routes.manifest, { owner, name, reference: digest }), text);
  for (const { digest, text } of blobs) write(fileOf(routes.blob, { owner, name, digest }), text);
  write(LAYERS, JSON.stringify(Object.fromEntries(layers.map(({ sha256, at }) => [sha256, at]))));
}
