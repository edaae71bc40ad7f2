// Compares the log of a backup with what was published of it. A restore must not set a log back behind what others have
// seen.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { beginsWith } from '../../src/log/checked-tiles.ts';
import type { Head } from '../../src/log/note.ts';
import { CHECKPOINT, LOG_FOLDER, LogDamage, type LogFiles } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { formatBucketAddress } from '../../src/nouns/url-base.ts';
import { type BucketPlace, bucketPlace, type Config, publicFolder } from '../../src/service/config.ts';
import { StoreAway } from '../../src/tree/store.ts';
import { filesIn, headOf } from '../log/log-folder.ts';
import { openClient } from '../objects/hub-address.ts';
import { Failure } from '../process/failure.ts';
import { remoteLog } from '../proofs/open-proof.ts';
import { logOfBucket } from '../push/push-log.ts';

/** A published log, with the name of the folder, bucket or hub that has it. */
export interface SeenLog {
  name: string;
  read: LogFiles;
  head: Head;
}

/**
 * Reads the log in HUB_DIST, in the export there, at HUB_TREE, and at each place of `given`: a folder, a bucket or the
 * address of a hub. Throws a Failure if a place of `given` has no log, or if a checkpoint is damaged.
 */
export async function publishedLogs(config: Config, given: readonly string[]): Promise<SeenLog[]> {
  const { dist, tree } = config;
  const folders = new Set([dist, publicFolder(config), ...('folder' in tree ? [tree.folder] : [])]);
  const places = [...folders].map(inFolder);
  if ('bucket' in tree) places.push(await inBucket(tree.bucket));
  const seen: SeenLog[] = [];
  for (const place of [...places, ...(await Promise.all(given.map((word) => placeOf(config, word))))]) {
    const head = await headAt(place);
    if (head) seen.push({ ...place, head });
    else if (!places.includes(place))
      throw new Failure(
        `${place.name} shows no log: name with --log an export, a bucket or an address that has that of this hub.`,
      );
  }
  return seen;
}

type LogPlace = Omit<SeenLog, 'head'>;

async function placeOf(config: Config, place: string): Promise<LogPlace> {
  if (place.startsWith('s3:')) return inBucket(bucketPlace(process.env, '--log', place));
  if (!/^https?:/.test(place)) return inFolder(place);
  const client = openClient(config, place);
  return { name: client.base, read: remoteLog(client) };
}

/** Finds the log in `folder`, which may be an export, a HUB_DIST, or the folder of a log itself. */
function inFolder(folder: string): LogPlace {
  const log = existsSync(join(folder, CHECKPOINT)) ? folder : join(folder, LOG_FOLDER);
  return { name: log, read: filesIn(log) };
}

async function inBucket(place: BucketPlace): Promise<LogPlace> {
  return { name: formatBucketAddress(place), read: logOfBucket(await openBucket(place)) };
}

async function headAt({ name, read }: LogPlace): Promise<Head | undefined> {
  try {
    const bytes = await read(CHECKPOINT);
    return bytes && headOf(new TextDecoder().decode(bytes), name);
  } catch (error) {
    if (!(error instanceof LogDamage || error instanceof StoreAway)) throw error;
    const said = error.message.replace(/\.$/, '');
    throw new Failure(`${said}: nothing was restored, since nobody knows what was published.`);
  }
}

interface OfBackup {
  /** The path of the backup. */
  file: string;
  dist: string;
  /** The name and the number of leaves of its log. */
  log: { origin: string; size: number };
}

/**
 * Throws a Failure if a published log has more leaves than that of the backup, or if none has as many: more may have
 * been published then.
 */
export function refuseOlder({ file, dist, log: { origin, size } }: OfBackup, seen: readonly SeenLog[]): void {
  const leaves = counted(size, 'leaf', 'leaves');
  const longer = seen.find(({ head }) => head.size > size);
  if (longer)
    throw new Failure(
      `The log ${origin} has ${leaves} in ${file}, and ${longer.name} has published ${longer.head.size}: a log never goes back, ` +
        `so nothing was restored. Restore a backup made since. If there is none, have the published log in ${join(dist, LOG_FOLDER)} and ` +
        'add --go-on: the next build continues that log, and days, accounts and objects since are lost.',
    );
  if (seen.some(({ head }) => head.size === size)) return;
  throw new Failure(
    `The log ${origin} may have been published beyond its ${leaves} in ${file}, and no place here shows it that far: ` +
      'name with --log an export, a bucket or an address that has the log; if none is left, --go-on ' +
      'continues it from there, and readers and witnesses that have seen more refuse it from then on.',
  );
}

/** Throws a Failure if a published log and the log `own` in `folder` do not begin with the same leaves. */
export async function refuseFork(file: string, folder: string, own: Head, seen: readonly SeenLog[]): Promise<void> {
  for (const { name, read, head } of seen) {
    const [newer, older, files] = head.size >= own.size ? [head, own, read] : [own, head, filesIn(folder)];
    try {
      const isSame = head.origin === own.origin;
      if (isSame && (await beginsWith([files], newer, older))) continue;
    } catch (error) {
      if (!(error instanceof LogDamage)) throw error;
      throw new Failure(`The log of ${name} can’t be read, and nothing was restored. ${error.message}`);
    }
    const what = head.origin === own.origin ? `other leaves (${head.size})` : `another log, ${head.origin},`;
    throw new Failure(
      `${name} shows ${what} than the log ${own.origin} in ${file} (${counted(own.size, 'leaf', 'leaves')}), and nothing was restored. ` +
        'Name the HUB_DIST of this hub, or another one; where nobody has seen that log, remove it, and restore again.',
    );
  }
}
