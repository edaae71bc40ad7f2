// Uploads the log to a bucket (decision 0034). New files go first. The checkpoint goes last, after the tree that its
// newest day names. A push never removes a published file.

import { join } from 'node:path';
import { beginsWith } from '../../src/log/checked-tiles.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { parseSignedCheckpoint } from '../../src/log/note.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { CHECKPOINT, KEYS, LOG_FOLDER, type LogFiles, mostOfLog } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';
import { filesIn, headOf, tilesSince } from '../log/log-folder.ts';
import { currentIn } from '../packs/standing-trees.ts';
import { Failure } from '../process/failure.ts';
import { type PushSettings, thereBelow, type Uploader } from './uploader.ts';

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
  const { bucket, dist, isDry } = settings;
  const folder = join(dist, LOG_FOLDER);
  const own = filesIn(folder);
  const newest = await newestDay(own);
  if (!newest || newest.day.tree !== tree) return undefined;
  const [{ size, checkpoint }, head] = [newest, headOf(newest.checkpoint, folder)];
  const there = async (path: string) => text(await logOfBucket(bucket)(path));
  const published = await there(CHECKPOINT);
  const before = parseSignedCheckpoint(published);
  if (published !== '' && !(before && (await beginsWith([own], head, before))))
    throw new Failure(
      `${bucket.address} publishes a log${before ? ` of ${counted(before.size, 'leaf', 'leaves')}` : ''} ` +
        `that the one in ${dist} does not continue: published leaves are never taken back. Push with the HUB_DATA that made ` +
        'it, or to another place.',
    );
  const isPublished = published === checkpoint;
  const put = (path: string, bytes: Uint8Array, type: string) => uploader.bytes(`${LOG_FOLDER}/${path}`, bytes, type);
  return {
    size,
    async putFiles() {
      const isThere = isPublished ? await thereBelow(settings, `${LOG_FOLDER}/`) : () => false;
      const from = isPublished ? 0 : (before?.size ?? 0);
      for await (const [path, bytes] of tilesSince(from, head, [own]))
        if (!isThere(`${LOG_FOLDER}/${path}`)) await put(path, bytes, BYTES);
      for (const file of from === size ? [] : filesBelow(join(folder, indexFolder(size)))) {
        const path = pathBelow(folder, file);
        if (!isThere(`${LOG_FOLDER}/${path}`)) await put(path, own(path)!, BYTES);
      }
    },
    async putCheckpoint() {
      await uploader.end();
      if (isPublished) return true;
      const keys = own(KEYS);
      if (keys && text(keys) !== (await there(KEYS))) await put(KEYS, keys, TEXT);
      await uploader.end();
      if (!isDry && (await currentIn(bucket)) !== tree) return true;
      if ((await there(CHECKPOINT)) !== published) return false;
      await put(CHECKPOINT, Buffer.from(checkpoint), TEXT);
      await uploader.end();
      if (!isDry && (await there(CHECKPOINT)) === published)
        throw new Failure(
          `${bucket.address} took the checkpoint of the log and still gives the one before: push again.`,
        );
      return true;
    },
  };
}
