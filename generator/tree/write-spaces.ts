// Writes the apps into a tree: their files, the document that lists them, and an OCI repository for each.

import { linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paysToCompress } from '../../src/basics/limits.ts';
import { canonicalJson } from '../../src/basics/records.ts';
import {
  type PublishedSpace,
  spaceRepository,
  spaceRepositoryName,
} from '../../src/dialects/oci/registry/own-repositories.ts';
import type { SpacesCatalog } from '../../src/shapes/discovery.ts';
import { SPACES_FORMAT } from '../../src/shapes/formats.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { writeDocumentFile } from '../files/compress.ts';
import { keyOf } from '../keys/code-key.ts';
import { writeRepository } from './write-repository.ts';

/** An app, with the results of its build. */
export interface BuiltSpace extends PublishedSpace {
  /** The folder with the app's files, and with compressed forms (.br and .gz) beside those that are large enough. */
  folder: string;
}

const fileAt = (space: string, path: string) => treePath(routes.spaceFile, { space, path });

/** Returns a hash of everything that the apps add to a tree. */
export function spacesKey(spaces: readonly BuiltSpace[]): string {
  return keyOf(...spaces.map(({ entry, version }) => canonicalJson({ entry, version })));
}

/** Writes the apps into the folder `folder`. Returns the names of their repositories. */
export function writeSpaces(folder: string, spaces: readonly BuiltSpace[]): string[] {
  for (const space of spaces) {
    const { id } = space.entry;
    for (const { path, size } of space.files) {
      for (const ending of paysToCompress(size) ? ['', '.br', '.gz'] : ['']) {
        const to = join(folder, fileAt(id, path + ending));
        mkdirSync(dirname(to), { recursive: true });
        linkSync(join(space.folder, path + ending), to);
      }
    }
    const layers = space.files.map(({ path, sha256 }) => ({ sha256, at: fileAt(id, path) }));
    writeRepository(folder, spaceRepository(space), layers);
  }
  const catalog: SpacesCatalog = { format: SPACES_FORMAT, spaces: spaces.map(({ entry }) => entry) };
  const at = treePath(routes.spacesCatalog, {});
  writeDocumentFile(folder, at, `${JSON.stringify(catalog, null, 1)}\n`);
  return spaces.map(({ entry }) => spaceRepositoryName(entry.id));
}
