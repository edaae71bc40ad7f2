// Writes a repository of the service's own namespace into a tree: its index, its manifests, the bytes they name.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAddress } from '../../src/address.ts';
import { type CatalogDay, indexRepository, type OwnRepository } from '../../src/dialects/oci/index-repository.ts';
import { hexOfDigest } from '../../src/dialects/oci/reference.ts';
import {
  blobFile,
  LAYERS,
  MODEL_ANSWERS,
  manifestFile,
  objectPath,
  ownRepositoryFolder,
} from '../../src/static-tree.ts';

/** Bytes of a layer that stand elsewhere in the tree. */
export interface LayerElsewhere {
  sha256: string;
  /** A path of `static-tree.ts`. */
  at: string;
}

/** Writes `hub/index` into the draft at `folder`: a layer of it is a catalog object. */
export function writeIndexRepository(folder: string, days: readonly CatalogDay[]): void {
  const layers = days.map(({ catalog, sha256 }) => ({ sha256, at: objectPath('catalog', parseAddress(catalog)!) }));
  writeRepository(folder, indexRepository(days), layers);
}

/** Writes a repository into the draft at `folder`; of its layers it says where in the tree they lie. */
export function writeRepository(folder: string, made: OwnRepository, layers: readonly LayerElsewhere[]): void {
  const { index, manifests, blobs } = made;
  const own = join(folder, ownRepositoryFolder(index.name));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  };
  write(MODEL_ANSWERS.registry, JSON.stringify(index));
  for (const { digest, text } of manifests) write(manifestFile(hexOfDigest(digest)), text);
  for (const { digest, text } of blobs) write(blobFile(hexOfDigest(digest)), text);
  write(LAYERS, JSON.stringify(Object.fromEntries(layers.map(({ sha256, at }) => [sha256, at]))));
}
