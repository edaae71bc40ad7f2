// Writes a repository of the service's own namespace into a tree: its index, its manifests, the bytes they name.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseAddress } from '../../src/address.ts';
import { type CatalogDay, indexRepository, type OwnRepository } from '../../src/dialects/oci/index-repository.ts';
import { hexOfDigest } from '../../src/dialects/oci/reference.ts';
import { blobFile, MODEL_ANSWERS, manifestFile, objectPath, ownRepositoryFolder } from '../../src/static-tree.ts';

/** Bytes of a layer that stand elsewhere in the tree. */
export interface LinkedLayer {
  sha256: string;
  /** A path of `static-tree.ts`. */
  at: string;
}

/** Writes `hub/index` into the tree at `folder`: a layer of it is a catalog object. */
export function writeIndexRepository(folder: string, days: readonly CatalogDay[]): void {
  const layers = days.map(({ catalog, sha256 }) => ({ sha256, at: objectPath('catalog', parseAddress(catalog)!) }));
  writeRepository(folder, indexRepository(days), layers);
}

/** Writes a repository into the tree at `folder`; its layers are linked and not copied. */
export function writeRepository(folder: string, made: OwnRepository, layers: readonly LinkedLayer[]): void {
  const { index, manifests, blobs } = made;
  const own = join(folder, ownRepositoryFolder(index.name));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  };
  write(MODEL_ANSWERS.registry, JSON.stringify(index));
  for (const { digest, text } of manifests) write(manifestFile(hexOfDigest(digest)), text);
  for (const { digest, text } of blobs) write(blobFile(hexOfDigest(digest)), text);
  for (const [sha256, at] of new Map(layers.map((layer) => [layer.sha256, layer.at]))) {
    const link = join(own, blobFile(sha256));
    symlinkSync(relative(dirname(link), join(folder, at)), link);
  }
}
