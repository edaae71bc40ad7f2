// Finds the log in HUB_DATA and its copy in HUB_DIST. One of them must begin with all leaves of the other.

import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import { TileHashes } from '../../src/log/log-proofs.ts';
import { equalHashes } from '../../src/log/merkle.ts';
import { verifyNote } from '../../src/log/note.ts';
import { counted } from '../../src/model/figures.ts';
import type { Config } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';
import { filesIn, type Head, readHead } from './log-folder.ts';
import type { Signer } from './signers.ts';

/** The folders of a log. */
export interface LogPlaces {
  /** The log itself, in HUB_DATA. */
  own: string;
  /** The served copy, in HUB_DIST. */
  published: string;
}

export const placesOf = ({ data, dist }: Pick<Config, 'data' | 'dist'>): LogPlaces => ({
  own: join(data, 'log'),
  published: join(dist, 'log'),
});

/** The name of a log, and the keys that sign it. */
export interface LogIdentity {
  origin: string;
  /** Empty if the log is not signed. */
  signers: readonly Signer[];
}

/** The checkpoints of both copies of the log. */
interface FoundLog {
  own: Head | undefined;
  published: Head | undefined;
  /** The longer copy, which is to be continued; undefined if there is no log. */
  newest: 'own' | 'published' | undefined;
}

/**
 * Reads the checkpoints of both copies. Throws a Failure with the fix if a checkpoint is damaged, or belongs to another
 * log than that of `identity`.
 */
export function readHeads({ own, published }: LogPlaces, identity: LogIdentity): Omit<FoundLog, 'newest'> {
  const heads = { own: headIn(own), published: headIn(published) };
  for (const [folder, head] of [
    [own, heads.own],
    [published, heads.published],
  ] as const)
    if (head) refuseOther(folder, head, identity);
  return heads;
}

/**
 * Compares both copies, and changes nothing. Rejects with a Failure as `readHeads` does, and if the copies contradict
 * each other. Rejects with a LogDamage if a tile needed for this is damaged.
 */
export async function findLog(places: LogPlaces, identity: LogIdentity): Promise<FoundLog> {
  const { own, published } = readHeads(places, identity);
  if (!own || !published) return { own, published, newest: own ? 'own' : published ? 'published' : undefined };
  const newest = published.size > own.size ? 'published' : 'own';
  const [older, newer] = newest === 'own' ? [published, own] : [own, published];
  if (!(await extendsLog(places[newest], newer, older))) throw forkedLog(places, own, published);
  return { own, published, newest };
}

/** Returns a Failure that says that the two copies contradict each other. */
export function forkedLog({ own, published }: LogPlaces, ours: Head, theirs: Head): Failure {
  return new Failure(
    `The log in ${own} (${counted(ours.size, 'leaf', 'leaves')}) and the one that was published, ${published} ` +
      `(${counted(theirs.size, 'leaf', 'leaves')}), fork: keep what others have seen. ` +
      `Usually that is the published one: remove ${own}, and build again.`,
  );
}

function headIn(folder: string): Head | undefined {
  try {
    return readHead(folder);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(`${error.message.replace(/\.$/, '')}; ${REMOVE_FILE}.`, { cause: error });
  }
}

const REMOVE_FILE = 'remove that file, so that the next build uses the other copy, or put it back from a backup';

/** Throws a Failure if a signed log would lose its signature or change its name, or if its signature is wrong. */
function refuseOther(folder: string, { origin, note }: Head, { origin: wanted, signers }: LogIdentity): void {
  if (note.signatures.length === 0) return;
  if (signers.length === 0)
    throw new Failure(
      `The log ${origin} is signed, and HUB_SIGNING_KEY is not set: set it to the key of ${origin}. To ` +
        'begin another log, remove the folder log in HUB_DATA and in HUB_DIST.',
    );
  if (origin !== wanted)
    throw new Failure(
      `The log is ${origin}, but HUB_SIGNING_KEY is for ${wanted}: a signed log keeps its name. "model-hub key ${origin}" makes another key for it.`,
    );
  const keys = signers.map(({ key }) => key);
  if (verifyNote(note, keys).wrong.length > 0)
    throw new Failure(`${join(folder, CHECKPOINT)} was changed after HUB_SIGNING_KEY signed it; ${REMOVE_FILE}.`);
}

/** True if the log in `folder` begins with all leaves of `older`. Rejects with a LogDamage if a tile is damaged. */
async function extendsLog(folder: string, newer: Head, older: Head): Promise<boolean> {
  // Computes the root from the tiles: a damaged tile then throws, and does not look like a contradiction between the
  // copies. A consistency proof between logs of the same length would read no tile.
  const tree = new TileHashes(new CheckedTiles([filesIn(folder)], newer).files, newer.size);
  return equalHashes(await tree.ofRange(0, older.size), older.root);
}

/** Returns a Failure about damage to a log that can't be repaired from its leaves. */
export function damagedLog(folder: string, cause: LogDamage): Failure {
  return new Failure(`The log in ${folder} is damaged: ${cause.message} Put it back from a backup.`, { cause });
}
