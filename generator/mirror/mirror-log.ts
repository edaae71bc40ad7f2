// Mirrors a hub's log leaf by leaf into a copy in HUB_DATA. The log that the hub shows must begin with all leaves of
// the copy (decision 0034).

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { beginsWith, LogDamage, type LogFiles, readBundle } from '../../src/log/log-proofs.ts';
import { HASH_BYTES } from '../../src/log/merkle.ts';
import type { VerifierKey } from '../../src/log/note.ts';
import {
  type CheckedCheckpoint,
  checkCheckpoint,
  type LogPolicy,
  ProofFault,
} from '../../src/log/proof/check-proof.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { TILE_WIDTH, tileAt, tilePath } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { LoggedDay } from '../../src/shapes/log.ts';
import { writeDurably } from '../files/durability.ts';
import { filesIn, type Head, headOf, LogFolderWriter, readEdge, readHead } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';
import { grouped } from '../process/progress.ts';
import {
  copiesBeside,
  isVouched,
  type KeptHead,
  keepKeys,
  keptKeys,
  keysPlace,
  type LogCopy,
  readLogCopy,
} from './copies/log-copies.ts';
import type { ToldDay } from './object-origin.ts';

interface LogMirror extends LogCopy {
  /** Reads the files of the log that the hub shows. */
  read: LogFiles;
  /** The keys that must have signed the log. If there are none, no signature is needed. */
  policy: LogPolicy;
  /** The maximum number of bytes of leaves and hashes to take if no keys are given. */
  most?: number;
}

/** Facts about the mirrored log of a hub. */
export interface MirroredLog {
  /** The name of the log, and the number of its leaves. */
  origin: string;
  size: number;
  /** The name of a key of the policy that has signed the log; null if the policy has no keys. */
  signed: string | null;
  /**
   * True if the log does not begin with the leaves of the former copy. The former copy was then replaced, because no
   * key vouched for it.
   */
  replaced?: true;
}

/**
 * Brings the copy up to the log that the hub shows. Returns undefined for a hub that never had a log. Throws a Failure
 * if the checkpoint is not signed as the policy demands, or if the log does not begin with the leaves of the copy. The
 * copy is then unchanged.
 */
export async function mirrorLog(mirror: LogMirror): Promise<MirroredLog | undefined> {
  const { folder, name, read, most = MOST_UNSIGNED } = mirror;
  try {
    const kept = readLogCopy(folder);
    const bytes = await read(CHECKPOINT);
    if (!bytes) return withoutLog(mirror, kept);
    const text = new TextDecoder().decode(bytes);
    const { shown, policy } = readAsked(text, mirror);
    if (kept && policy.keys.length === 0) refuseUnsigned(mirror, kept, headOf(text, name));
    // Without keys, the name of a log proves nothing, so the log may contradict other copies of a log with that name.
    const [bound, others] = isAsked(policy)
      ? [Number.POSITIVE_INFINITY, copiesBeside(folder, shown.origin).filter((one) => isVouched(one, policy.keys))]
      : [most, []];
    const isAnew = await bringTo(shown, { folder, kept, others, keys: policy.keys, name, read, most: bound });
    const signers = shown.signatures.map(({ key }) => key).filter((key) => policy.keys.includes(key));
    if (signers.length > 0) keepKeys(folder, signers);
    if (kept?.text !== text) writeDurably(join(folder, CHECKPOINT), text);
    const known = { origin: shown.origin, size: shown.size, signed: signers[0]?.name ?? null };
    return isAnew ? { ...known, replaced: true } : known;
  } catch (error) {
    if (error instanceof LogDamage)
      throw new Failure(`The log of ${name} can’t be read, and nothing was taken. ${error.message}`);
    throw error;
  }
}

/**
 * Reads the checkpoint, and checks its signatures by the policy. If the policy names no key, uses the keys that were
 * kept for the copy.
 */
function readAsked(text: string, { folder, name, policy }: LogMirror) {
  const keys = policy.keys.length > 0 ? [] : keptKeys(folder);
  if (keys.length === 0) return { shown: readShown(text, name, policy), policy };
  const asked = { ...policy, keys };
  try {
    return { shown: readShown(text, name, asked), policy: asked };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(
      `${error.message} The key is the one of the last run that named one (${keysPlace(folder)}); name another with --key.`,
    );
  }
}

/**
 * Throws a Failure if no keys are known, the copy is signed, and the hub now shows a log of another name or one without
 * a signature.
 */
function refuseUnsigned({ folder, name }: LogMirror, kept: Head, shown: Head): void {
  if (kept.note.signatures.length === 0) return;
  const change =
    shown.origin !== kept.origin
      ? `shows the log ${shown.origin}, and the copy that is kept here is of ${kept.origin}`
      : shown.note.signatures.length === 0 &&
        'shows a log that nobody signed, and the copy that is kept here is signed';
  if (change)
    throw new Failure(
      `${name} ${change}: nothing was taken. Name the key with --key, from somebody you trust; to begin anew remove ${folder}.`,
    );
}

/**
 * Checks the checkpoint that `name` shows. Throws a Failure when it is malformed, or its signatures don't meet the
 * policy.
 */
export function readShown(text: string, name: string, policy: LogPolicy): CheckedCheckpoint {
  try {
    const shown = checkCheckpoint(text, policy);
    if (shown.size > 0) return shown;
    throw new ProofFault('It has no leaves, and the log of a hub has one for each day.');
  } catch (error) {
    if (!(error instanceof ProofFault)) throw error;
    throw new Failure(`The log of ${name} is refused, and nothing was taken. ${error.message}`);
  }
}

/** True if the policy requires a signature. */
const isAsked = ({ keys, witnesses = [] }: LogPolicy) => keys.length + witnesses.length > 0;

function withoutLog({ folder, name, policy }: LogMirror, kept: Head | undefined): undefined {
  if (kept)
    throw new Failure(
      `${name} had a log of ${counted(kept.size, 'leaf', 'leaves')} and shows none now, so nothing was taken: ask who runs it. To begin anew remove ${folder}.`,
    );
  if (isAsked(policy))
    throw new Failure(
      `${name} has no log, so nothing of it can be checked: leave --key and --witness out, or mirror a hub that signs.`,
    );
}

interface Bringing extends LogCopy {
  kept: Head | undefined;
  /** Copies in other folders. The log must begin with all of their leaves too. */
  others: readonly KeptHead[];
  /** The keys that must have signed the log. */
  keys: readonly VerifierKey[];
  read: LogFiles;
  /** The maximum number of bytes of leaves and hashes to take. */
  most: number;
}

/** The maximum number of bytes to take of a log without keys: enough for about two million leaves. */
const MOST_UNSIGNED = 2 ** 30;
/** The minimum number of bytes that a leaf takes: its hash, its length, and some content. */
const LEAST_LEAF = HASH_BYTES + 3;

/**
 * Appends the leaves of `shown` that the copy lacks. Checks each leaf against the root of `shown` before writing it.
 * Removes the written files if it fails. Returns true if it replaced the old copy, for which no key vouched.
 */
async function bringTo(shown: CheckedCheckpoint, bringing: Bringing): Promise<boolean> {
  const { folder, others, keys, name, read, most } = bringing;
  const own = bringing.kept && { folder, head: bringing.kept };
  refuseSize(name, shown, own?.head.size ?? 0, most);
  const checked = new CheckedTiles([read], shown);
  for (const one of others) await refuseOther(shown, checked, one, name);
  const isAnew =
    own !== undefined && keys.length > 0 && !isVouched(own, keys) && !(await goesOn(shown, checked, own.head));
  if (own && !isAnew) await refuseOther(shown, checked, own, name);
  const kept = isAnew ? undefined : bringing.kept;
  // Without a copy to continue, the folder has at most the remains of a killed run, or the copy that is replaced.
  if (!kept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const out = new LogFolderWriter(folder);
  try {
    await append(shown, checked, out, { ...bringing, kept });
    out.flush();
    return isAnew;
  } catch (error) {
    out.remove();
    if (!kept) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Throws a Failure unless the log of `shown` begins with all leaves of the copy in `folder`. */
async function refuseOther(
  shown: CheckedCheckpoint,
  checked: CheckedTiles,
  { folder, head }: KeptHead,
  name: string,
): Promise<void> {
  if (shown.size < head.size)
    throw new Failure(
      `${name} shows a log of ${counted(shown.size, 'leaf', 'leaves')}, and the copy that is kept here has ${head.size}: ` +
        `it is an older one, or was set back, so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
    );
  if (await goesOn(shown, checked, head)) return;
  throw new Failure(
    `The log of ${name} does not continue the copy that is kept here: earlier entries of it were changed, ` +
      `so nothing was taken. Ask who runs it; to begin anew remove ${folder}.`,
  );
}

const goesOn = (shown: CheckedCheckpoint, checked: CheckedTiles, head: Head) => beginsWith(checked.files, shown, head);

async function append(
  { size }: CheckedCheckpoint,
  checked: CheckedTiles,
  out: LogFolderWriter,
  { folder, kept, name, most }: Bringing,
): Promise<void> {
  const tiles = new TileWriter((tile, bytes) => out.put(tilePath(tile), bytes()), kept && readEdge(folder, kept));
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

/**
 * Throws a Failure if the leaves after the first `before` must take more than `most` bytes, judged by their number
 * alone.
 */
function refuseSize(name: string, { size }: CheckedCheckpoint, before: number, most: number): void {
  if ((size - before) * LEAST_LEAF > most) throw tooMuch(name, `says that it has ${size} leaves`, most);
}

/** Returns a Failure that says that a log without a named key is too large to be taken. */
const tooMuch = (name: string, what: string, most: number) =>
  new Failure(
    `The log of ${name} ${what}, and no key was named for it: without a key no more than ${grouped(most)} ` +
      'bytes are taken, so nothing was taken. Name its key with --key, from somebody you trust.',
  );

/** Throws a Failure unless a day in the copied log names the catalog of `day`. `advice` is a sentence with the fix. */
export async function checkLogged(copy: LogCopy, day: ToldDay, advice: string): Promise<void> {
  if (await namesDay(copy, day.catalog)) return;
  throw new Failure(
    `${copy.name} lists the day ${day.date} with the catalog ${day.catalog}, and its log names no such day: nothing was taken. ${advice}`,
  );
}

/** True if a day in the copied log names `catalog`. Throws a Failure when the copy is damaged. */
async function namesDay({ folder, name }: LogCopy, catalog: Address): Promise<boolean> {
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
