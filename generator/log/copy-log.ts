// Copies a log to another place: its new files first, its checkpoint last (decision 0034).
import { join } from 'node:path';
import type { Awaitable } from '../../src/basics/remembered.ts';
import { beginsWith } from '../../src/log/checked-tiles.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { type Head, parseSignedCheckpoint } from '../../src/log/note.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { CHECKPOINT, KEYS, type LogFiles } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';
import { Failure } from '../process/failure.ts';
import { filesIn, headOf, tilesSince } from './log-folder.ts';

/** A log to copy. */
interface LogToCopy {
  head: Head;
  /** Places that have its tiles. Each tile is taken from the first place that has it whole. */
  copies: readonly LogFiles[];
  /** Gives the files of the index of the models. */
  index(): Iterable<readonly [path: string, bytes: Uint8Array]>;
  /** The public keys of the log; undefined if they are not copied. */
  keys?: Uint8Array | undefined;
}

/** A place to which a log is copied. */
export interface LogTarget {
  /** The name of the place in messages. */
  name: string;
  read: LogFiles;
  put(path: string, bytes: Uint8Array): Awaitable<unknown>;
  /** Resolves once all files that were put have arrived. */
  end(): Awaitable<void>;
  /** Finds the files that a copy with the newest checkpoint has. Without it, such a copy counts as complete. */
  there?(): Promise<(path: string) => boolean>;
}

/** Opens the log in `folder`; undefined if its newest day is not that of the tree `tree`. */
export async function logOfTree(folder: string, tree: string): Promise<LogToCopy | undefined> {
  const read = filesIn(folder);
  const newest = await newestDay(read);
  if (newest?.day.tree !== tree) return undefined;
  const index = filesBelow(join(folder, indexFolder(newest.size))).map((file) => pathBelow(folder, file));
  return {
    ...{ head: headOf(newest.checkpoint, folder), copies: [read], keys: read(KEYS) },
    index: () => index.map((path) => [path, read(path)!] as const),
  };
}

/**
 * Copies what the target lacks. Calls `beforeEnd` before it puts the checkpoint, which needs all that `beforeEnd` makes.
 * Returns false, and puts no checkpoint, if `beforeEnd` returns false, or if another process has put one meanwhile. Throws
 * a Failure if the log does not begin with all leaves that the target has.
 */
export async function copyLog(
  { head, copies, index, keys }: LogToCopy,
  target: LogTarget,
  beforeEnd: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const there = async (path: string) => Buffer.from((await target.read(path)) ?? '').toString();
  const published = await there(CHECKPOINT);
  const before = parseSignedCheckpoint(published);
  if (published !== '' && !(before && (await beginsWith(copies, head, before))))
    throw new Failure(
      `${target.name} has a log${before ? ` of ${counted(before.size, 'leaf', 'leaves')}` : ''} that this one, of ${head.size}, ` +
        'does not continue: published leaves are never taken back. Use the HUB_DATA that made it, or name another place.',
    );
  const isPublished = published === head.text;
  const isThere = (isPublished && (await target.there?.())) || (() => isPublished);
  const from = isPublished ? (target.there ? 0 : head.size) : (before?.size ?? 0);
  for await (const [path, bytes] of tilesSince(from, head, copies)) if (!isThere(path)) await target.put(path, bytes);
  for (const [path, bytes] of from < head.size ? index() : []) if (!isThere(path)) await target.put(path, bytes);
  await target.end();
  if (!(await beforeEnd())) return false;
  const known = await target.read(KEYS);
  if (keys && !(known && Buffer.from(known).equals(keys))) await target.put(KEYS, keys);
  await target.end();
  if (isPublished) return true;
  if ((await there(CHECKPOINT)) !== published) return false;
  await target.put(CHECKPOINT, Buffer.from(head.text));
  await target.end();
  if ((await there(CHECKPOINT)) !== published) return true;
  throw new Failure(`${target.name} took the checkpoint of the log and still gives the one before: do it again.`);
}
