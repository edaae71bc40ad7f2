// Copies the objects of an export unchanged. An object never changes, because its name is its hash.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKED } from '../../functions/stores/bytes/packed-file.ts';
import { OBJECT_KINDS } from '../../src/nouns/media-types.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { objectsFolder, parseObjectPath } from '../../src/tree/static-tree.ts';
import { packedSize } from '../days/packed-file.ts';
import { namesIn } from '../files/own-folder.ts';
import type { Progress } from '../process/progress.ts';
import type { OpenExport } from './open-export.ts';

interface CopiedFile {
  path: string;
  from: string;
  /** The size in bytes. */
  size: number;
}

/** The folder in which an export keeps all objects. */
const OBJECTS = dirname(fileOf(routes.object, { id: '-' }));

/** Copies missing objects. Removes all other files from their folders. */
export function copyObjects({ settings: { dist }, record }: OpenExport, progress: Progress): void {
  const { folder: place } = record;
  const folders = objectFolders(dist);
  const task = progress.start(
    'Objects',
    folders.reduce((sum, folder) => sum + namesIn(dist, folder).length, 0),
  );
  const there = new Set(place.pathsIn(OBJECTS));
  for (const { path, from, size } of objectFiles(dist, folders)) {
    if (!there.delete(path)) place.copy(path, from, size);
    task.advance();
  }
  for (const path of there) place.remove(path);
  task.done();
}

/** Lists the folders in `dist` that hold objects. */
const objectFolders = (dist: string): string[] =>
  OBJECT_KINDS.flatMap((kind) => namesIn(dist, objectsFolder(kind)).map((start) => `${objectsFolder(kind)}/${start}`));

/** Lists every object in the folders. */
function* objectFiles(dist: string, folders: readonly string[]): Generator<CopiedFile> {
  for (const folder of folders)
    for (const rest of namesIn(dist, folder)) {
      const path = `${folder}/${rest}`;
      const id = parseObjectPath(path.replace(PACKED, ''));
      if (!id) continue;
      const from = join(dist, path);
      const size = rest.endsWith(PACKED) ? packedSize(from)! : statSync(from).size;
      yield { path: fileOf(routes.object, { id }), from, size };
    }
}
