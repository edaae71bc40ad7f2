// Names the places where a restore prepares files, and their final places: each draft lies beside its place, so that one
// rename moves it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import type { Config } from '../../src/service/config.ts';
import { LISTS } from '../backup/backup-layout.ts';
import { databasePath } from '../backup/copied-database.ts';

/** A file or folder of a backup. */
interface Piece {
  name: string;
  draft: string;
  place: string;
}

/** The folder of HUB_DATA for files that are not in force yet. */
export const draftFolder = ({ data }: Pick<Config, 'data'>) => join(data, 'restore');

/** Lists everything in a backup except objects and the pointer, in the order in which it comes into force. */
export function restoredPieces(config: Config): Piece[] {
  const inData = (name: string) => ({ name, draft: join(draftFolder(config), name), place: join(config.data, name) });
  const hub = databasePath(config, 'hub.db');
  // HUB_DATABASE may name a file on another disk.
  const database = { name: 'hub.db', draft: `${hub}.restore`, place: hub };
  return [database, ...['crawl.db', ...LISTS, 'logs', 'log'].map(inData)];
}

/** Names the first part of a hub that HUB_DATA holds; undefined if it holds none. Objects alone make no hub. */
export function heldHub(config: Config): string | undefined {
  if (existsSync(join(config.data, 'index.json'))) return join(config.data, 'index.json');
  const held = restoredPieces(config).find(({ name, place }) => {
    // A failed build leaves a log without a checkpoint.
    if (name === 'log') return existsSync(join(place, CHECKPOINT));
    return name === 'logs' ? existsSync(place) && readdirSync(place).length > 0 : existsSync(place);
  });
  return held?.place;
}
