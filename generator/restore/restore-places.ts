// Names the drafts and the final places of restored files. Each draft is on the same disk as its final place, so that a
// rename can move it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKPOINT } from '../../src/log/log-paths.ts';
import type { Config } from '../../src/service/config.ts';
import { LISTS } from '../backup/backup-layout.ts';
import { databasePath } from '../backup/copied-database.ts';

/** A file or folder of a backup, with its draft and its final place. */
interface Piece {
  name: string;
  draft: string;
  place: string;
}

/** The folder in HUB_DATA for files that are not in force yet. */
export const draftFolder = ({ data }: Pick<Config, 'data'>) => join(data, 'restore');

/** Lists everything in a backup except objects and the pointer, in the order in which it is put in place. */
export function restoredPieces(config: Config): Piece[] {
  const inData = (name: string) => ({ name, draft: join(draftFolder(config), name), place: join(config.data, name) });
  const hub = databasePath(config, 'hub.db');
  // HUB_DATABASE may name a file on another disk, so the draft is beside that file.
  const database = { name: 'hub.db', draft: `${hub}.restore`, place: hub };
  return [database, ...['crawl.db', ...LISTS, 'log'].map(inData)];
}

/**
 * Returns the path of the first part of a hub that exists in HUB_DATA; undefined if there is none. Objects alone do not
 * count.
 */
export function heldHub(config: Config): string | undefined {
  if (existsSync(join(config.data, 'index.json'))) return join(config.data, 'index.json');
  const held = restoredPieces(config).find(({ name, place }) => {
    // A log without a checkpoint does not count, because a failed build leaves such a log.
    return existsSync(name === 'log' ? join(place, CHECKPOINT) : place);
  });
  return held?.place;
}
