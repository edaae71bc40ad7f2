// Puts a prepared restore in place. A pointer that nobody reads bars HUB_DATA meanwhile: a crash leaves it as it was, or
// barred until the restore is run again, or restored; never a mixture that a command works on.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../src/service/config.ts';
import { barFolder, isBarred, type Pointer, writePointer } from '../days/pointer.ts';
import { syncFolder, syncTree } from '../files/durability.ts';
import { draftFolder, restoredPieces } from './restore-places.ts';

/**
 * Removes what a restore that was cut short has prepared or put in place. The caller has the lock of HUB_DATA, which
 * held no hub before that restore.
 */
export function clearRestore(config: Config): void {
  const wasBarred = isBarred(config.data);
  for (const { draft, place } of restoredPieces(config))
    for (const path of wasBarred ? [draft, place, `${place}-wal`, `${place}-shm`] : [draft])
      rmSync(path, { recursive: true, force: true });
  rmSync(draftFolder(config), { recursive: true, force: true });
  mkdirSync(draftFolder(config), { recursive: true });
}

/** Puts every prepared file in place, and then the pointer; without one the catalog that ships is in force. */
export function putInPlace(config: Config, pointer: Pointer | undefined, begun: number): void {
  const { data } = config;
  syncTree(draftFolder(config), begun);
  barFolder(data);
  for (const { draft, place } of restoredPieces(config)) {
    if (!existsSync(draft)) continue;
    mkdirSync(dirname(place), { recursive: true });
    // Nothing of a hub is here: what is may be an empty folder, or a log that never began.
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    syncFolder(dirname(place));
  }
  if (pointer) writePointer(data, pointer);
  else rmSync(join(data, 'index.json'));
  syncFolder(data);
  rmSync(draftFolder(config), { recursive: true, force: true });
}
