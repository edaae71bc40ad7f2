// Writes a repository of the service's own namespace into a tree: its index, its manifests, the bytes they name.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseAddress } from '../../src/address.ts';
import { type CatalogDay, INDEX_REPOSITORY, indexRepository } from '../../src/dialects/oci/index-repository.ts';
import { hexOfDigest } from '../../src/dialects/oci/reference.ts';
import { blobFile, MODEL_ANSWERS, manifestFile, objectPath, ownRepositoryFolder } from '../../src/static-tree.ts';

/** Writes `hub/index` into the tree at `folder`: a layer of it is a catalog object, which is linked and not copied. */
export function writeIndexRepository(folder: string, days: readonly CatalogDay[]): void {
  const { index, manifests, blobs } = indexRepository(days);
  const own = join(folder, ownRepositoryFolder(INDEX_REPOSITORY));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  };
  write(MODEL_ANSWERS.registry, JSON.stringify(index));
  for (const { digest, text } of manifests) write(manifestFile(hexOfDigest(digest)), text);
  for (const { digest, text } of blobs) write(blobFile(hexOfDigest(digest)), text);
  for (const { catalog, sha256 } of days) {
    const link = join(own, blobFile(sha256));
    symlinkSync(relative(dirname(link), join(folder, objectPath(parseAddress(catalog)!))), link);
  }
}
