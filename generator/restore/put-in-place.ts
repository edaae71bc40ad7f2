// Puts the prepared files of a restore in place. Meanwhile a special pointer keeps all commands from using HUB_DATA.
// After a crash, HUB_DATA is unchanged, or restored, or barred until the restore runs again, so that no command sees a
// mixture.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../src/service/config.ts';
import { barFolder, isBarred, type Pointer, writePointer } from '../days/pointer.ts';
import { syncFolder, syncTree } from '../files/durability.ts';
import { draftFolder, restoredPieces } from './restore-places.ts';

/**
 * Removes everything that an interrupted restore has prepared or put in place. The caller holds the lock of HUB_DATA.
 * HUB_DATA held no hub before the interrupted restore.
 */
export function clearRestore(config: Config): void {
  const wasBarred = isBarred(config.data);
  for (const { draft, place } of restoredPieces(config))
    for (const path of wasBarred ? [draft, place, `${place}-wal`, `${place}-shm`] : [draft])
      rmSync(path, { recursive: true, force: true });
  rmSync(draftFolder(config), { recursive: true, force: true });
  mkdirSync(draftFolder(config), { recursive: true });
}

/**
 * Puts every prepared file in place, and then the pointer. Without a pointer, the shipped catalog is in force. `begun`
 * is the time in milliseconds at which the restore began.
 */
export function putInPlace(config: Config, pointer: Pointer | undefined, begun: number): void {
  const { data } = config;
  syncTree(draftFolder(config), begun);
  barFolder(data);
  for (const { draft, place } of restoredPieces(config)) {
    if (!existsSync(draft)) continue;
    mkdirSync(dirname(place), { recursive: true });
    // The old content at this path belongs to no hub: it is an empty folder, or a log without leaves.
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    syncFolder(dirname(place));
  }
  if (pointer) writePointer(data, pointer);
  else rmSync(join(data, 'index.json'));
  syncFolder(data);
  rmSync(draftFolder(config), { recursive: true, force: true });
}
