// The log of a mirrored hub, leaf by leaf: a copy is kept in HUB_DATA, and what the hub shows next has to go on where that ends (decision 0034).
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import type { Address } from '../../src/nouns/address.ts';
import type { LoggedDay } from '../../src/shapes/dialects/log.ts';
import { writeDurably } from '../files/durability.ts';
import { filesIn, type Head, LogFolderWriter, readEdge, readHead } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';
import { grouped } from '../process/progress.ts';
import type { ToldDay } from './object-origin.ts';

/** The copy of a log that is kept here, in a HUB_DATA whose lock the caller holds. */
interface LogCopy {
  folder: string;
  /** What sentences call whoever shows the log. */
  name: string;
}

interface LogMirror extends LogCopy {
  /** The files that are shown. */
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

/**
 * The folder of HUB_DATA that keeps the log of the hub at `host`, spelled as `new URL` does. Throws a Failure for what is
 * none, or leads out of the folder of copies.
 */
export function copyFolder(data: string, host: string): string {
  const isHost = ['https', 'http'].some((scheme) => URL.parse(`${scheme}://${host}`)?.host === host);
  if (isHost) return folderCalled(data, host);
  throw new Failure(`No log is kept of the host ${shownStart(host)}, which is none.`);
}

/**
 * The folder for the log `origin` where nobody knows its host: that of the copy that there is, else one that is called
 * after it. Throws a Failure where none can be.
 */
export function copyOfOrigin(data: string, origin: string): string {
  const own = folderCalled(data, origin, NO_HOST);
  return copiesBeside(own, origin)[0]?.folder ?? own;
}

/** What the folder of no host begins with: in a host it would stand encoded. */
const NO_HOST = 'log+';

function folderCalled(data: string, word: string, before = ''): string {
  const name = before + encodeURIComponent(word);
  if (/^\.*$/.test(name) || name.length > LONGEST_NAME)
    throw new Failure(`No log is kept of ${shownStart(word)}: no folder can be called so.`);
  return join(data, 'logs', name);
}

const shownStart = (word: string) => JSON.stringify(word.slice(0, LONGEST_NAME));

/** Bytes of the name of a folder, on every file system. */
const LONGEST_NAME = 255;

/**
 * Brings the copy to what is shown; undefined where no log ever was. Throws a Failure where the checkpoint is not
 * signed as the policy says, or the log does not go on where the copy ends; the copy is then what it was.
 */
export async function mirrorLog(mirror: LogMirror): Promise<MirroredLog | undefined> {
  const { folder, name, read, policy, most = MOST_UNSIGNED } = mirror;
  try {
    const kept = readKept(folder);
    const bytes = await read(CHECKPOINT);
    if (!bytes) return withoutLog(mirror, kept);
    const text = new TextDecoder().decode(bytes);
    const shown = readShown(text, name, policy);
    // Nobody stands for the name of a log that nobody was asked to have signed.
    const [bound, others] = isAsked(policy)
      ? [Number.POSITIVE_INFINITY, copiesBeside(folder, shown.origin)]
      : [most, []];
    await bringTo(shown, { folder, kept, others, name, read, most: bound });
    if (kept?.text !== text) writeDurably(join(folder, CHECKPOINT), text);
    const signed = shown.signatures.find(({ key }) => policy.keys.includes(key))?.key.name ?? null;
    return { origin: shown.origin, size: shown.size, signed };
  } catch (error) {
    if (error instanceof LogDamage)
      throw new Failure(`The log of ${name} can’t be read, and nothing was taken. ${error.message}`);
    throw error;
  }
}

/** The checkpoint that `name` shows. Throws a Failure where it is none, or not signed as the policy says. */
export function readShown(text: string, name: string, policy: LogPolicy): CheckedCheckpoint {
  try {
    const shown = checkCheckpoint(text, policy);
    if (shown.size > 0) return shown;
    throw new ProofFault('It has no leaves, and that of a hub has one for each day.');
  } catch (error) {
    if (!(error instanceof ProofFault)) throw error;
    throw new Failure(`The log of ${name} is refused, and nothing was taken. ${error.message}`);
  }
}

/** True where somebody has to have signed. */
export const isAsked = ({ keys, witnesses = [] }: LogPolicy) => keys.length + witnesses.length > 0;

function withoutLog({ folder, name, policy }: LogMirror, kept: Head | undefined): undefined {
  if (kept)
    throw new Failure(
      `${name} had a log of ${kept.size} leaves and shows none now, so nothing was taken: ask who runs it. To begin anew remove ${folder}.`,
    );
  if (isAsked(policy))
    throw new Failure(
      `${name} has no log, so nothing of it can be checked: leave --key and --witness out, or mirror a hub that signs.`,
    );
}

interface KeptHead {
  folder: string;
  head: Head;
}

/** The copies of the log `origin` that are kept in other folders than `folder`. Throws a Failure for a damaged one. */
function copiesBeside(folder: string, origin: string): KeptHead[] {
  const all = dirname(folder);
  return (existsSync(all) ? readdirSync(all) : []).flatMap((name) => {
    const other = join(all, name);
    const head = other === folder ? undefined : readKept(other);
    return head?.origin === origin ? { folder: other, head } : [];
  });
}

/** Where the copy in `folder` ends; undefined where there is none. Throws a Failure for a damaged one. */
function readKept(folder: string): Head | undefined {
  try {
    return readHead(folder);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(`${error.message} Put it back from a backup; to begin anew remove ${folder}.`);
  }
}

interface Bringing extends LogCopy {
  kept: Head | undefined;
  /** Copies under other names that it has to go on from as well. */
  others: readonly KeptHead[];
  read: LogFiles;
  /** Bytes of leaves and hashes that are taken. */
  most: number;
}

/** From whoever answers: a log of some two million leaves. */
export const MOST_UNSIGNED = 2 ** 30;
/** A leaf has a hash, a length, and something to say. */
const LEAST_LEAF = HASH_BYTES + 3;

/**
 * Appends the leaves of `shown` that the copy has not, each held against its root before it is written. What a run wrote
 * that does not come to its end is removed.
 */
async function bringTo(shown: CheckedCheckpoint, bringing: Bringing): Promise<void> {
  const { folder, kept, others, name, read, most } = bringing;
  refuseSize(name, shown, kept?.size ?? 0, most);
  const checked = new CheckedTiles([read], shown);
  for (const one of [...(kept ? [{ folder, head: kept }] : []), ...others])
    await refuseOther(shown, checked, one, name);
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

/** Throws a Failure unless the log of `shown` goes on where the one that is kept in `folder` ends. */
async function refuseOther(
  shown: CheckedCheckpoint,
  checked: CheckedTiles,
  { folder, head }: KeptHead,
  name: string,
): Promise<void> {
  if (shown.size < head.size)
    throw new Failure(
      `${name} shows a log of ${shown.size} leaves, and the copy that is kept here has ${head.size}: it is an older one, or was set back, so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
    );
  if (await beginsWith(checked.files, shown, head)) return;
  throw new Failure(
    `The log of ${name} does not go on where the one that is kept here ends: what it said was changed, so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
  );
}

async function append(
  { size }: CheckedCheckpoint,
  checked: CheckedTiles,
  out: LogFolderWriter,
  { folder, kept, name, most }: Bringing,
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
    if (taken > most) throw tooMuch(name, `has long leaves, ${tiles.size} of them by now`, most);
    for (const [at, entry] of entries.entries()) if (at >= from) tiles.add(entry, hashes[at]!);
  }
  tiles.finish();
}

/** Throws a Failure where what comes behind `before` leaves of a log is more than `most` bytes, by its size alone. */
export function refuseSize(name: string, { size }: CheckedCheckpoint, before: number, most: number): void {
  if ((size - before) * LEAST_LEAF > most) throw tooMuch(name, `says that it has ${size} leaves`, most);
}

/** Why no more is taken of a log that nobody has to have signed. */
export const tooMuch = (name: string, what: string, most: number) =>
  new Failure(
    `The log of ${name} ${what}, and nobody was named who signed it: no more than ${grouped(most)} bytes are taken so, and nothing was. Name its key with --key, from somebody you trust.`,
  );

/** Throws a Failure unless a day in the copy names the catalog of `day`. `advice`: a sentence that says what to do then. */
export async function checkLogged(copy: LogCopy, day: ToldDay, advice: string): Promise<void> {
  if (await namesDay(copy, day.catalog)) return;
  throw new Failure(
    `${copy.name} tells of the day ${day.date} with the catalog ${day.catalog}, and its log names no such day: nothing was taken. ${advice}`,
  );
}

/** Whether a day in the copy names `catalog`. Throws a Failure where the copy is damaged. */
export async function namesDay({ folder, name }: LogCopy, catalog: Address): Promise<boolean> {
  try {
    const { size } = readHead(folder)!;
    for (let bundle = Math.ceil(size / TILE_WIDTH) - 1; bundle >= 0; bundle--)
      for (const leaf of await daysIn(folder, bundle, size)) if (leaf.catalog === catalog) return true;
    return false;
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(
      `The copy of the log of ${name} in ${folder} is damaged: ${error.message} Remove it, and try again.`,
    );
  }
}

async function daysIn(folder: string, bundle: number, size: number): Promise<LoggedDay[]> {
  const entries = await readBundle(filesIn(folder), tileAt('entries', bundle * TILE_WIDTH, size));
  return entries.flatMap((entry) => {
    const leaf = parseLeaf(new TextDecoder().decode(entry));
    return leaf && 'day' in leaf ? [leaf] : [];
  });
}
