// Finds the log of this hub in the places where it was published.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { CHECKPOINT, LOG_FOLDER, LogDamage, type LogFiles } from '../../src/log/log-paths.ts';
import { formatBucketAddress } from '../../src/nouns/bucket-address.ts';
import { type BucketPlace, bucketPlace, type Config, publicFolder } from '../../src/service/config.ts';
import { StoreAway } from '../../src/tree/store.ts';
import { filesIn, type Head, headOf } from '../log/log-folder.ts';
import { openClient } from '../objects/hub-address.ts';
import { Failure } from '../process/failure.ts';
import { remoteLog } from '../proofs/remote-log.ts';
import { logOfBucket } from '../push/push-log.ts';

/** A published log, with the folder, bucket or hub that has it. */
export interface SeenLog {
  /** The name, in messages, of the folder, bucket or hub that has the log. */
  name: string;
  read: LogFiles;
  head: Head;
}

/**
 * Reads the log in HUB_DIST, in the export there, at HUB_TREE, and at each place of `given`: a folder, a bucket or the
 * address of a hub. Throws a Failure if a place of `given` has no log, or if a checkpoint is damaged.
 */
export async function seenLogs(config: Config, given: readonly string[]): Promise<SeenLog[]> {
  const { dist, tree } = config;
  const folders = new Set([dist, publicFolder(config), ...('folder' in tree ? [tree.folder] : [])]);
  const places = [
    ...Array.from(folders, (folder) => inFolder(folder)),
    ...('bucket' in tree ? [await inBucket(tree.bucket)] : []),
  ];
  const found = await Promise.all(places.map((place) => shownBy(place)));
  const shown = await Promise.all(given.map(async (place) => shownBy(await placeOf(config, place), true)));
  return [...found, ...shown].filter((log) => log !== undefined);
}

type LogPlace = Omit<SeenLog, 'head'>;

async function placeOf(config: Config, place: string): Promise<LogPlace> {
  if (place.startsWith('s3:')) return inBucket(bucketPlace(process.env, '--log', place));
  return /^https?:/.test(place) ? atHub(config, place) : inFolder(place);
}

/** Finds the log in `folder`, which may be an export, a HUB_DIST, or a mirror's copy of the log. */
function inFolder(folder: string): LogPlace {
  const log = existsSync(join(folder, CHECKPOINT)) ? folder : join(folder, LOG_FOLDER);
  return { name: log, read: filesIn(log) };
}

async function inBucket(place: BucketPlace): Promise<LogPlace> {
  return { name: formatBucketAddress(place), read: logOfBucket(await openBucket(place)) };
}

function atHub(config: Config, address: string): LogPlace {
  const client = openClient(config, address);
  return { name: client.base, read: remoteLog(client) };
}

async function shownBy({ name, read }: LogPlace, mustBe = false): Promise<SeenLog | undefined> {
  try {
    const bytes = await read(CHECKPOINT);
    if (bytes) return { name, read, head: headOf(new TextDecoder().decode(bytes), name) };
  } catch (error) {
    if (error instanceof LogDamage || error instanceof StoreAway)
      throw new Failure(
        `${error.message.replace(/\.$/, '')}: nothing was restored, since nobody knows what was published.`,
      );
    throw error;
  }
  if (!mustBe) return undefined;
  throw new Failure(
    `${name} shows no log: name with --log an export, a bucket or an address that has that of this hub.`,
  );
}
