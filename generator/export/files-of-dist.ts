// Takes files from the built folder unchanged: the website's own files, and the answers in packs of documents and apps.
import { join } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { isAppPath, SITE_ASSETS, SITE_ASSETS_BEFORE, SITE_CLIENT } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { filesBelow, pathBelow } from '../keys/source-files.ts';
import { packAt } from '../packs/dist-store.ts';
import type { ExportedFile } from './files/export-pages.ts';
import { registryIn, repositoryFiles } from './models/export-models.ts';
import { publicEntries } from './models/public-entries.ts';
import { atSecondAddresses } from './models/second-addresses.ts';

/** Lists styles, scripts and pictures of the website, and compressed forms if they are wanted. */
export function* websiteFiles(dist: string, isCompressed: boolean): Generator<ExportedFile> {
  const client = join(dist, SITE_CLIENT);
  for (const from of filesBelow(client).sort()) {
    const path = pathBelow(client, from).replace(`${SITE_ASSETS_BEFORE}/`, `${SITE_ASSETS}/`);
    if (isCompressed || !/\.(br|gz)$/.test(path)) yield { path, bytes: readOwnFile(from) };
  }
}

/** Lists the answers in a pack that belongs to no model. For a repository, also lists its tags. */
export function* packFiles(dist: string, listed: Listed): Generator<ExportedFile> {
  const pack = packAt(dist, listed);
  const entries = publicEntries(pack, !isAppPath(listed.key));
  const index = registryIn(pack);
  for (const entry of entries) yield* atSecondAddresses(entry, {});
  if (index) yield* repositoryFiles(index, entries);
}
