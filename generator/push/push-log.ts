// Uploads the log to a bucket (decision 0034). New files go first. The checkpoint goes last, after the tree that its
// newest day names. A push never removes a published file.

import { join } from 'node:path';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { type Checkpoint, parseCheckpoint } from '../../src/log/checkpoint.ts';
import { CHECKPOINT, KEYS, LOG_FOLDER, type LogFiles, mostOfLog } from '../../src/log/log-paths.ts';
import { beginsWith } from '../../src/log/log-proofs.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { parseNote } from '../../src/log/note.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { filesBelow, pathBelow } from '../keys/source-files.ts';
import { currentIn } from '../packs/standing-trees.ts';
import { Failure } from '../process/failure.ts';
import { type PushSettings, thereBelow } from './push-settings.ts';
import type { Uploader } from './uploader.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const BYTES = 'application/octet-stream';
const TEXT = 'text/plain; charset=utf-8';

/** Returns a function that reads the files of the log in a bucket. */
export const logOfBucket =
  (bucket: Bytes): LogFiles =>
  (path) =>
    bucket.get(`${LOG_FOLDER}/${path}`, mostOfLog(path));

/** A log that is pushed beside a tree. */
interface LogPush {
  /** The number of leaves in the log. */
  size: number;
  /**
   * Uploads the files that the log in the bucket lacks: tiles, leaves, and the index of the models. The checkpoint in
   * the bucket does not need them yet.
   */
  putFiles(): Promise<void>;
  /**
   * Uploads the checkpoint, after the tree that its newest day names has become current. Returns false if another
   * process has published a log meanwhile.
   */
  putCheckpoint(): Promise<boolean>;
}

/**
 * Opens the log in `dist`, and compares it with that of the bucket. Returns undefined if the newest day in the log is
 * not that of `tree`. Throws a Failure if the log does not begin with all published leaves.
 */
export async function openLogPush(
  settings: PushSettings,
  tree: string,
  uploader: Uploader,
): Promise<LogPush | undefined> {
  const { bucket, dist, repairs = false, isDry } = settings;
  const own = logFiles(new FolderBytes(join(dist, LOG_FOLDER))).read;
  const newest = await newestDay(own);
  if (!newest || newest.day.tree !== tree) return undefined;
  const { size } = newest;
  const there = async (path: string) => text(await logOfBucket(bucket)(path));
  const published = await there(CHECKPOINT);
  const before = published === '' ? undefined : checkpointIn(published);
  if (published !== '' && !(before && (await beginsWith(own, checkpointIn(newest.checkpoint)!, before))))
    throw new Failure(
      `${bucket.address} publishes a log${before ? ` of ${counted(before.size, 'leaf', 'leaves')}` : ''} ` +
        `that the one in ${dist} does not continue: published leaves are never taken back. Push with the HUB_DATA that made ` +
        'it, or to another place.',
    );
  const isPublished = published === newest.checkpoint;
  const put = async (path: string) => {
    const bytes = await own(path);
    if (!bytes) throw new Failure(`${path} is missing from the log in ${dist}: run "model-hub build" again.`);
    await uploader.bytes(`${LOG_FOLDER}/${path}`, bytes, BYTES);
  };
  return {
    size,
    async putFiles() {
      const isAgain = isPublished || repairs;
      const isThere = isAgain ? await thereBelow(settings, `${LOG_FOLDER}/`) : () => false;
      const from = isAgain ? 0 : (before?.size ?? 0);
      const index = from === size ? [] : filesBelow(join(dist, LOG_FOLDER, indexFolder(size)));
      const paths = [...newTiles(from, size)].map(tilePath);
      for (const path of [...paths, ...index.map((file) => pathBelow(join(dist, LOG_FOLDER), file))])
        if (!isThere(`${LOG_FOLDER}/${path}`)) await put(path);
    },
    async putCheckpoint() {
      await uploader.end();
      if (isPublished) return true;
      const keys = await own(KEYS);
      if (keys && text(keys) !== (await there(KEYS))) await uploader.bytes(`${LOG_FOLDER}/${KEYS}`, keys, TEXT);
      await uploader.confirm();
      if (!isDry && (await currentIn(bucket)) !== tree) return true;
      if ((await there(CHECKPOINT)) !== published) return false;
      await uploader.bytes(`${LOG_FOLDER}/${CHECKPOINT}`, Buffer.from(newest.checkpoint), TEXT);
      await uploader.end();
      if (!isDry && (await there(CHECKPOINT)) === published)
        throw new Failure(
          `${bucket.address} took the checkpoint of the log and still gives the one before: push again.`,
        );
      return true;
    },
  };
}

const checkpointIn = (note: string): Checkpoint | undefined => parseCheckpoint(parseNote(note)?.text ?? '');
