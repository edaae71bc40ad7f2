// Opens the folder or bucket that an export writes to, with the record of the export before.
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { bucketStore } from '../../functions/stores/bytes/bucket-store.ts';
import type { BucketPlace } from '../../src/service/config.ts';
import { OWN_FOLDER } from '../../src/table/route.ts';
import { takeLock } from '../files/lock.ts';
import {
  type ExportState,
  parseState,
  readState,
  STATE_FILE,
  stateText,
  strangers,
  writeState,
} from './models/export-state.ts';
import type { Destination } from './places/destination.ts';
import { ExportBucket } from './places/export-bucket.ts';
import { ExportFolder } from './places/export-folder.ts';

/** The folder or bucket that an export writes to. */
export interface ExportPlace {
  destination: Destination;
  /** True if several threads may write at the same time, each to a Destination of its own. */
  hasThreads: boolean;
  /** The state that the last export recorded. */
  before: ExportState;
  /** Saves the record of the present files. The record must mark as unknown all files that are about to change. */
  note(state: ExportState): Promise<void> | void;
  close(): void;
}

/**
 * Opens the folder at `to`, which is absolute. Throws a Failure if the folder has files that no export wrote, or if
 * another export writes there.
 */
export function openFolder(to: string, key: string, isDry: boolean): ExportPlace {
  const before = readState(to, key);
  const lock = isDry ? undefined : takeLock(`${to}/${OWN_FOLDER}`, to, 'export');
  return {
    ...{ destination: new ExportFolder(to, isDry), hasThreads: true, before },
    note: (state) => writeState(to, state),
    close: () => lock?.release(),
  };
}

/**
 * Opens a bucket. Rejects with a Failure if it has files that no export wrote, and with a StoreAway if it can't be
 * reached.
 */
export async function openBucketPlace(place: BucketPlace, key: string, isDry: boolean): Promise<ExportPlace> {
  const bucket = await openBucket(place);
  const store = bucketStore(bucket);
  const text = await store.get(STATE_FILE);
  const destination = await ExportBucket.open(bucket, isDry);
  const [other] = text ? [] : destination.all();
  if (other !== undefined) throw strangers(bucket.address, other, 'an empty place');
  return {
    ...{ destination, hasThreads: false },
    before: parseState(text && Buffer.from(text).toString(), key),
    note: (state) => bucket.put(STATE_FILE, Buffer.from(stateText(state)), { 'Content-Type': 'application/json' }),
    close() {},
  };
}
