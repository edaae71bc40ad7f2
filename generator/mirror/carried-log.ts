// Reads a log for a backup: this hub's own, or the copy of another hub's (decision 0034).
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { LogDamage } from '../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import { filesIn, type Head, readHead } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';

/** A folder with a log: this hub's own log, or the copy of another hub's. */
export interface LogSource {
  folder: string;
  /** The hub whose log `folder` copies; absent if the log is this hub's own. */
  of?: string;
}

/** A log that a backup carries. */
export interface CarriedLog {
  source: LogSource;
  head: Head;
}

/**
 * Returns the checkpoint of the log of `source`; undefined if there is none. Rejects with a Failure if it is damaged.
 */
export const carriedHead = (source: LogSource): Promise<Head | undefined> =>
  undamaged(source, () => readHead(source.folder));

const logEntryName = (path: string) => `log/${path}`;

/**
 * Returns the entries of the backup that hold the log. Checks each against the root first. Throws a Failure if the
 * log is damaged.
 */
export async function* logEntries({ source, head }: CarriedLog): AsyncGenerator<[name: string, bytes: Uint8Array]> {
  yield [logEntryName(CHECKPOINT), new TextEncoder().encode(head.text)];
  const checked = new CheckedTiles([filesIn(source.folder)], head);
  for (const tile of newTiles(0, head.size))
    yield [logEntryName(tilePath(tile)), await undamaged(source, () => checked.bytesOf(tile))];
}

async function undamaged<T>({ folder, of }: LogSource, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    const fix =
      of === undefined
        ? '"model-hub build" makes it again from its other copy, if that is whole.'
        : `Remove it, and mirror ${of} again.`;
    throw new Failure(`The log in ${folder} is damaged, and the file was not written. ${error.message} ${fix}`);
  }
}
