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
import { type NewestDay, newestDay } from '../../src/log/proof/make-proof.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { filesBelow, pathBelow } from '../keys/source-files.ts';
import { currentIn } from '../packs/standing-trees.ts';
import { Failure } from '../process/failure.ts';
import { isAsHere, type PushSettings } from './push-settings.ts';
import type { Uploader } from './uploader.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const BYTES = 'application/octet-stream';
const TEXT = 'text/plain; charset=utf-8';

/** Returns a function that reads the files of the log in a bucket. */
export const logOfBucket =
  (bucket: Bytes): LogFiles =>
  (path) =>
    bucket.get(`${LOG_FOLDER}/${path}`, mostOfLog(path));

/**
 * Opens the log in `dist`, and compares it with that of the bucket. Returns undefined if the newest day in the log is
 * not that of `tree`. Throws a Failure if the log does not begin with all published leaves.
 */
export async function openLogPush(settings: PushSettings, tree: string): Promise<LogPush | undefined> {
  const { bucket, dist } = settings;
  const own = logFiles(new FolderBytes(join(dist, LOG_FOLDER))).read;
  const newest = await newestDay(own);
  if (!newest || newest.day.tree !== tree) return undefined;
  const published = text(await logOfBucket(bucket)(CHECKPOINT));
  const before = published === '' ? undefined : checkpointIn(published);
  if (published !== '' && !(before && (await beginsWith(own, checkpointIn(newest.checkpoint)!, before))))
    throw new Failure(
      `${bucket.address} publishes a log${before ? ` of ${counted(before.size, 'leaf', 'leaves')}` : ''} ` +
        `that the one in ${dist} does not continue: published leaves are never taken back. Push with the HUB_DATA that made ` +
        'it, or to another place.',
    );
  return new LogPush(settings, own, newest, { text: published, size: before?.size ?? 0 });
}

const checkpointIn = (note: string): Checkpoint | undefined => parseCheckpoint(parseNote(note)?.text ?? '');

/**
 * Lists the files of the log that the bucket has with the same size as on this disk; none if `repairs` asks to send all
 * again.
 */
async function listedLog({ bucket, dist, repairs }: PushSettings): Promise<Set<string>> {
  const there = new Set<string>();
  if (repairs) return there;
  for await (const one of bucket.list(`${LOG_FOLDER}/`))
    if (isAsHere(dist, one)) there.add(one.name.slice(LOG_FOLDER.length + 1));
  return there;
}

class LogPush {
  readonly #settings: PushSettings;
  readonly #own: LogFiles;
  readonly #newest: NewestDay;
  /** The checkpoint in the bucket and the number of its leaves; '' and 0 if there is none. */
  readonly #before: { text: string; size: number };

  constructor(settings: PushSettings, own: LogFiles, newest: NewestDay, before: { text: string; size: number }) {
    this.#settings = settings;
    this.#own = own;
    this.#newest = newest;
    this.#before = before;
  }

  /** The number of leaves in the log. */
  get size(): number {
    return this.#newest.size;
  }

  get #isThere(): boolean {
    return this.#before.text === this.#newest.checkpoint;
  }

  /**
   * Uploads the files that the log in the bucket lacks: tiles, leaves, and the index of the models. The checkpoint
   * in the bucket does not need them yet.
   */
  async putFiles(uploader: Uploader): Promise<void> {
    const { dist, repairs = false } = this.#settings;
    const there = this.#isThere || repairs ? await listedLog(this.#settings) : undefined;
    const put = async (path: string) => {
      if (!there?.has(path)) await this.#put(path, uploader);
    };
    for (const tile of newTiles(there ? 0 : this.#before.size, this.size)) await put(tilePath(tile));
    if (!there && this.#before.size === this.size) return;
    const log = join(dist, LOG_FOLDER);
    for (const file of filesBelow(join(log, indexFolder(this.size)))) await put(pathBelow(log, file));
  }

  /**
   * Uploads the checkpoint, after the tree that its newest day names has become current. Returns false if another
   * process has published a log meanwhile.
   */
  async putCheckpoint(uploader: Uploader): Promise<boolean> {
    await uploader.end();
    if (this.#isThere) return true;
    const { bucket, isDry } = this.#settings;
    await this.#putKeys(uploader);
    if (!isDry && (await currentIn(bucket)) !== this.#newest.day.tree) return true;
    if (text(await logOfBucket(bucket)(CHECKPOINT)) !== this.#before.text) return false;
    await uploader.bytes(`${LOG_FOLDER}/${CHECKPOINT}`, Buffer.from(this.#newest.checkpoint), TEXT);
    await uploader.end();
    if (text(await logOfBucket(bucket)(CHECKPOINT)) === this.#before.text)
      throw new Failure(`${bucket.address} took the checkpoint of the log and still gives the one before: push again.`);
    return true;
  }

  async #putKeys(uploader: Uploader): Promise<void> {
    const keys = await this.#own(KEYS);
    const there = await logOfBucket(this.#settings.bucket)(KEYS);
    if (keys && text(keys) !== text(there)) await uploader.bytes(`${LOG_FOLDER}/${KEYS}`, keys, TEXT);
    await uploader.confirm();
  }

  async #put(path: string, uploader: Uploader): Promise<void> {
    const bytes = await this.#own(path);
    if (!bytes)
      throw new Failure(`${path} is missing from the log in ${this.#settings.dist}: run "model-hub build" again.`);
    await uploader.bytes(`${LOG_FOLDER}/${path}`, bytes, BYTES);
  }
}
