// Reads the log that a tar file of days carries: the copy of another hub's log if the days came from that hub, or else
// this hub's own log (decision 0034).
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { LogDamage } from '../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import type { Pointer } from '../days/pointer.ts';
import { filesIn, type Head, readHead } from '../log/log-folder.ts';
import { dayAt } from '../log/publish-log.ts';
import { Failure } from '../process/failure.ts';
import { namesDay } from './mirror-log.ts';
import { logEntryName, type ToldLog } from './tar-layout.ts';

/** A folder with a log: this hub's own log, or the copy of another hub's. */
export interface LogSource extends ToldLog {
  folder: string;
  /** The hub whose log `folder` copies; absent if the log is this hub's own. */
  of?: string;
}

/** The log that a tar file carries. */
export interface CarriedLog {
  source: LogSource;
  head: Head;
}

/**
 * Opens the log of `source`. Throws a Failure with the fix if the log is damaged or does not name the newest day. This
 * hub's own log must end with that day.
 */
export async function openCarried(source: LogSource, newest: Pointer): Promise<CarriedLog> {
  const { of } = source;
  const head = await carriedHead(source);
  if (head && (await undamaged(source, () => isNamed(source, head, newest)))) return { source, head };
  throw new Failure(
    of === undefined
      ? `The log of this hub does not name ${newest.snapshot} yet, and the file was not written: run "model-hub build" first. ` +
          'Days of another hub are written while they are mirrored: "model-hub mirror URL --to FILE".'
      : `The log of ${of} does not name ${newest.snapshot}, the newest day here, and the file was not written: mirror it when its log does.`,
  );
}

/**
 * Returns the checkpoint of the log of `source`; undefined if there is none. Rejects with a Failure if it is damaged.
 */
export const carriedHead = (source: LogSource): Promise<Head | undefined> =>
  undamaged(source, () => readHead(source.folder));

async function isNamed({ folder, of }: LogSource, head: Head, { catalog }: Pointer): Promise<boolean> {
  if (of !== undefined) return namesDay({ folder, name: of }, catalog);
  return (await dayAt(folder, head.size)).catalog === catalog;
}

/**
 * Returns the entries of the tar file that hold the log. Checks each against the root first. Throws a Failure if the
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
