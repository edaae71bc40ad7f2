// The log of a mirrored hub, leaf by leaf: a copy is kept in HUB_DATA, and what the hub shows next has to go on where that ends (decision 0034).
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { beginsWith, LogDamage, type LogFiles, readBundle } from '../../src/log/log-proofs.ts';
import {
  type CheckedCheckpoint,
  checkCheckpoint,
  type LogPolicy,
  ProofFault,
} from '../../src/log/proof/check-proof.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { HASH_BYTES, TILE_WIDTH, tileAt, tilePath } from '../../src/log/tiles.ts';
import type { LoggedDay } from '../../src/shapes/dialects/log.ts';
import { writeDurably } from '../files/durability.ts';
import { filesIn, type Head, LogFolderWriter, readEdge, readHead } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';
import { grouped } from '../process/progress.ts';
import type { ToldDay } from './object-origin.ts';

interface LogMirror {
  /** HUB_DATA, whose lock the caller holds. */
  data: string;
  /** The address of the hub. */
  hub: string;
  /** The files of its log. */
  read: LogFiles;
  /** Who has to have signed; no keys: nobody is asked for. */
  policy: LogPolicy;
  /** Bytes of leaves and hashes that a run takes where nobody is asked for. */
  most?: number;
}

/** What is known of a hub's log by now. */
export interface MirroredLog {
  /** Its name, and its leaves. */
  origin: string;
  size: number;
  /** The name of a key that was given and has signed; null: none was given. */
  signed: string | null;
}

/** The folder of HUB_DATA that keeps the log of a hub. */
const folderOf = ({ data, hub }: Pick<LogMirror, 'data' | 'hub'>) =>
  join(data, 'logs', encodeURIComponent(new URL(hub).host));

/**
 * Brings the copy to what the hub shows; undefined where it never showed a log. Throws a Failure where the checkpoint is not
 * signed as the policy says, or the log does not go on where the copy ends; the copy is then what it was.
 */
export async function mirrorLog(mirror: LogMirror): Promise<MirroredLog | undefined> {
  const folder = folderOf(mirror);
  const { hub, read, policy, most = MOST_UNSIGNED } = mirror;
  try {
    const kept = existsSync(folder) ? readHead(folder) : undefined;
    const bytes = await read(CHECKPOINT);
    if (!bytes) return withoutLog(mirror, folder, kept);
    const text = new TextDecoder().decode(bytes);
    const shown = checkCheckpoint(text, policy);
    await bringTo(shown, { folder, kept, hub, read, most: isAsked(policy) ? Number.POSITIVE_INFINITY : most });
    if (kept?.text !== text) writeDurably(join(folder, CHECKPOINT), text);
    const signed = shown.signatures.find(({ key }) => policy.keys.includes(key))?.key.name ?? null;
    return { origin: shown.origin, size: shown.size, signed };
  } catch (error) {
    if (error instanceof ProofFault)
      throw new Failure(`The log of ${hub} is refused, and nothing was taken. ${error.message}`);
    if (error instanceof LogDamage)
      throw new Failure(`The log of ${hub} can’t be read, and nothing was taken. ${error.message}`);
    throw error;
  }
}

/** True where somebody has to have signed. */
const isAsked = ({ keys, witnesses = [] }: LogPolicy) => keys.length + witnesses.length > 0;

function withoutLog({ hub, policy }: LogMirror, folder: string, kept: Head | undefined): undefined {
  if (kept)
    throw new Failure(
      `${hub} had a log of ${kept.size} leaves and shows none now, so nothing was taken: ask who runs it. To begin anew remove ${folder}.`,
    );
  if (isAsked(policy))
    throw new Failure(
      `${hub} has no log, so nothing of it can be checked: leave --key and --witness out, or mirror a hub that signs.`,
    );
}

interface Bringing {
  folder: string;
  kept: Head | undefined;
  hub: string;
  read: LogFiles;
  /** Bytes of leaves and hashes that are taken. */
  most: number;
}

/** From whoever answers: a log of some two million leaves. */
const MOST_UNSIGNED = 2 ** 30;
/** A leaf has a hash, a length, and something to say. */
const LEAST_LEAF = HASH_BYTES + 3;

/**
 * Appends the leaves of `shown` that the copy has not, each held against its root before it is written. What a run wrote
 * that does not come to its end is removed.
 */
async function bringTo(shown: CheckedCheckpoint, bringing: Bringing): Promise<void> {
  const { folder, kept, hub, read, most } = bringing;
  const [before, { size }] = [kept?.size ?? 0, shown];
  if (size < before)
    throw new Failure(
      `${hub} shows a log of ${size} leaves and had one of ${before}: a log never gets shorter, so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
    );
  if ((size - before) * LEAST_LEAF > most) throw tooMuch(hub, `says that it has ${size} leaves`, most);
  const checked = new CheckedTiles([read], shown);
  if (kept && !(await beginsWith(checked.files, shown, kept)))
    throw new Failure(
      `The log of ${hub} does not go on where the one that is kept here ends: what it said was changed, so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
    );
  // What a run left that was killed.
  if (!kept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const out = new LogFolderWriter(folder);
  try {
    await append(shown, checked, out, bringing);
    out.flush();
  } catch (error) {
    out.remove();
    if (!kept) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function append(
  { size }: CheckedCheckpoint,
  checked: CheckedTiles,
  out: LogFolderWriter,
  { folder, kept, hub, most }: Bringing,
): Promise<void> {
  const tiles = new TileWriter(
    'entries',
    (tile, bytes) => out.put(tilePath(tile), bytes()),
    kept && readEdge(folder, kept),
  );
  let taken = 0;
  while (tiles.size < size) {
    const from = tiles.size % TILE_WIDTH;
    const { entries, hashes } = await checked.leaves(Math.floor(tiles.size / TILE_WIDTH));
    for (const entry of entries) taken += entry.length + LEAST_LEAF;
    if (taken > most) throw tooMuch(hub, `has long leaves, ${tiles.size} of them by now`, most);
    for (const [at, entry] of entries.entries()) if (at >= from) tiles.add(entry, hashes[at]!);
  }
  tiles.finish();
}

const tooMuch = (hub: string, what: string, most: number) =>
  new Failure(
    `The log of ${hub} ${what}, and nobody was named who signed it: no more than ${grouped(most)} bytes are taken so, and nothing was. Name its key with --key, from somebody you trust.`,
  );

/** Throws a Failure unless a day in the copy of the hub's log names the catalog of `day`. */
export async function checkLogged({ data, hub }: Pick<LogMirror, 'data' | 'hub'>, day: ToldDay): Promise<void> {
  const folder = folderOf({ data, hub });
  const { size } = readHead(folder)!;
  for (let bundle = Math.ceil(size / TILE_WIDTH) - 1; bundle >= 0; bundle--)
    for (const leaf of await daysIn(folder, bundle, size)) if (leaf.catalog === day.catalog) return;
  throw new Failure(
    `${hub} tells of the day ${day.date} with the catalog ${day.catalog}, and its log names no such day: nothing was taken. Where it has just been built, mirror again in a moment.`,
  );
}

async function daysIn(folder: string, bundle: number, size: number): Promise<LoggedDay[]> {
  const entries = await readBundle(filesIn(folder), tileAt('entries', bundle * TILE_WIDTH, size));
  return entries.flatMap((entry) => {
    const leaf = parseLeaf(new TextDecoder().decode(entry));
    return leaf && 'day' in leaf ? [leaf] : [];
  });
}
