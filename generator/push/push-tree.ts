// Sends the current tree of HUB_DIST to a bucket, for hubs to read. Sends only missing files, and `current` last
// (decision 0003).
//
//   <prefix>/current: the name of the tree that hubs serve
//   <prefix>/packs/, objects/: as in HUB_DIST; each file is named by a hash of its bytes
//   <prefix>/site/: the files of the website, and a list of their hashes
//   <prefix>/log/: the log; its checkpoint comes after the tree that it names (decision 0034)
//   <prefix>/left/<tree>: an empty file, whose time says when that tree was replaced
//   <prefix>/pushing/<tree>: an empty file that exists while a push of that tree runs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { LOG_FOLDER } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { CURRENT, formatCurrent, type Stored } from '../../src/tree/store.ts';
import { parseStoredName, STORED, storedName } from '../../src/tree/tree-list.ts';
import { copyLog, logOfTree } from '../log/copy-log.ts';
import {
  allBelow,
  currentIn,
  fileNamesOf,
  leftName,
  listedAnew,
  type PlacedTree,
  readTree,
  shardsBut,
} from '../packs/standing-trees.ts';
import { currentName } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { daysSince, type NamedObject, objectsOfDays } from './new-objects.ts';
import { logTarget } from './push-log.ts';
import { pushWebsite } from './push-website.ts';
import { type PushSettings, thereBelow, Uploader } from './uploader.ts';

export interface PushReport {
  /** The name of the tree, and its day. */
  tree: string;
  snapshot: string;
  /** The number of files and of bytes that were sent. */
  files: number;
  bytes: number;
  /** The number of leaves in the published log; absent if there is none. */
  log?: number;
}

/**
 * The maximum number of attempts. If another push ends during an attempt, the next attempt begins with what that push
 * left.
 */
const ATTEMPTS = 5;

const PUSHING = 'pushing/';

/** Pushes the current tree of `dist`. Throws a Failure if there is no tree, or if one of its files is damaged. */
export async function pushTree(settings: PushSettings, progress: Progress): Promise<PushReport> {
  const name = currentName(settings.dist);
  const own = name === undefined ? undefined : await readTree(name, new FolderBytes(settings.dist));
  if (!own) throw new Failure(`There is no tree in ${settings.dist}: run "model-hub build" first, or set HUB_DIST.`);
  const task = progress.start('Pushed');
  const uploader = new Uploader({ ...settings, task });
  let log: { size: number | undefined } | undefined;
  try {
    for (let attempt = 1; !log; attempt++) {
      log = await pushOnce(settings, own, uploader);
      if (!log && attempt === ATTEMPTS)
        throw new Failure('Others push to this bucket again and again: push when they have ended.');
    }
  } finally {
    await uploader.settle();
  }
  task.done(counted(uploader.count.files, 'file'));
  return { tree: own.name, snapshot: own.stamp.snapshot, ...uploader.count, ...(log.size && { log: log.size }) };
}

/**
 * Pushes the log and the tree once. Returns the number of the log's leaves; undefined if another push ended meanwhile.
 */
async function pushOnce(settings: PushSettings, own: PlacedTree, uploader: Uploader) {
  const log = await logOfTree(join(settings.dist, LOG_FOLDER), own.name);
  const put = () => putTree(settings, own, uploader);
  const isDone = log ? await copyLog(log, logTarget(settings, uploader), put) : await put();
  return isDone ? { size: log?.head.size } : undefined;
}

/**
 * Uploads the tree. Returns true if the tree is current afterwards; false if another push ended meanwhile.
 */
async function putTree(settings: PushSettings, own: PlacedTree, uploader: Uploader): Promise<boolean> {
  const { bucket, dist } = settings;
  const before = await currentIn(bucket);
  // If the tree is current already, the operator pushes it again to complete it, so this push checks every file.
  const isAgain = before === own.name;
  const tellWebsite = await pushWebsite(settings, isAgain, uploader);
  await uploader.end();
  // An interrupted push may have left files that no tree names.
  const begun = (await allBelow(bucket, PUSHING)).map(({ name }) => name);
  if (!isAgain) await bucket.put(PUSHING + own.name, new Uint8Array());
  const base = before === undefined ? undefined : await readTree(before, new FolderBytes(dist), bucket);
  const isCertain = base !== undefined && begun.length === 0 && !isAgain;
  await putLacking(await lackingFiles(settings, own, { base, isCertain }), uploader);
  await uploader.end();
  await tellWebsite();
  await uploader.end();
  if (isAgain) return true;
  if ((await currentIn(bucket)) !== before) return false;
  // Notes the replacement of the tree in advance, so that the note exists even if this process crashes.
  if (before !== undefined) await bucket.put(leftName(before), new Uint8Array());
  await uploader.bytes(CURRENT, Buffer.from(formatCurrent(own.name)), 'text/plain; charset=utf-8');
  await uploader.end();
  if ((await currentIn(bucket)) === before)
    throw new Failure(`${bucket.address} took a new ${CURRENT} and still gives the one before: push again.`);
  for (const name of new Set([...begun, PUSHING + own.name])) await bucket.remove(name);
  return true;
}

/** The facts known about the bucket before files are sent. */
interface Known {
  base: PlacedTree | undefined;
  /** True if the bucket certainly has every file that `base` names. If not, the files in the bucket are listed. */
  isCertain: boolean;
}

type Lacking = Awaited<ReturnType<typeof lackingFiles>>;

/** Finds the files that the bucket lacks. Each call of `packs` or `objects` lists them from the start. */
async function lackingFiles(settings: PushSettings, own: PlacedTree, known: Known) {
  const { dist } = settings;
  const base = known.isCertain ? known.base : undefined;
  const named = await fileNamesOf(known.isCertain || !known.base ? [] : [known.base]);
  // A running `--prune` may remove other packs: those that no tree names and that are older than `stay`.
  const stays = ({ name, put }: Stored) =>
    settings.bucket.now() - put < settings.stay / 2 || named.has(parseStoredName(name) ?? '');
  const isPack = known.isCertain ? () => false : await thereBelow(settings, `${STORED}/`, stays);
  const lacks = (sha256: string | undefined): sha256 is string => sha256 !== undefined && !isPack(storedName(sha256));
  const { days, list } = own.stamp;
  // A push never removes objects, so the bucket has all objects of the days in `base`.
  const since = base && daysSince(days, base.stamp.days);
  const isThere = since === undefined ? await thereBelow(settings, 'objects/') : () => false;
  return {
    async *packs() {
      for await (const { sha256, index } of listedAnew(own, base)) yield* [sha256, index].filter(lacks);
    },
    shards: shardsBut(list, new Set(base && shardsBut(base.stamp.list, new Set()))).filter(lacks),
    stamp: [own.name].filter(lacks),
    async *objects() {
      for await (const object of objectsOfDays(dist, days, since ?? days.length))
        if (!isThere(objectPath(object.kind, object.address)) && isHere(dist, object)) yield object;
    },
  };
}

/** Uploads the packs first, then the list that names them, then the stamp that names the list, and the objects last. */
async function putLacking({ packs, shards, stamp, objects }: Lacking, uploader: Uploader): Promise<void> {
  uploader.expect((await lengthOf(packs())) + shards.length + stamp.length + (await lengthOf(objects())));
  for await (const sha256 of packs()) await uploader.move(storedName(sha256));
  await uploader.end();
  for (const sha256 of shards) await uploader.move(storedName(sha256));
  await uploader.end();
  for (const sha256 of stamp) await uploader.move(storedName(sha256));
  for await (const { kind, address } of objects()) await uploader.move(objectPath(kind, address));
}

async function lengthOf(all: AsyncIterable<unknown>): Promise<number> {
  let length = 0;
  for await (const _ of all) length++;
  return length;
}

/**
 * False for a card that is not on this disk: the push skips it. Any other missing object makes the push fail when it is
 * read.
 */
const isHere = (dist: string, { kind, address }: NamedObject) =>
  kind !== 'card' || existsSync(join(dist, objectPath(kind, address)));
