// Rebuilds a damaged log and its state file from the leaves of either copy.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { CompactRange } from '../../src/log/compact-range.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { CHECKPOINT, LogDamage, type LogFiles } from '../../src/log/log-paths.ts';
import { readBundle } from '../../src/log/log-proofs.ts';
import { equalHashes, type Hash, leafHash, type TreeHead } from '../../src/log/merkle.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { TILE_WIDTH, tileAt, tilePath } from '../../src/log/tiles.ts';
import { writeDurably } from '../files/durability.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { Failure } from '../process/failure.ts';
import { filesIn, type Head, LogFolderWriter } from './log-folder.ts';
import { forkedLog, type LogIdentity, type LogPlaces, readHeads } from './open-log.ts';
import { noteTorn } from './publish-log.ts';
import { NO_KEY, removeOtherStates, StateWriter } from './state-file.ts';

/**
 * A function that `walkLog` calls for every file that the log must have. `bytes` makes the content of the file. The
 * bytes can be trusted only after `walkLog` has ended.
 */
type OnFile = (path: string, bytes: () => Uint8Array) => void;

/**
 * Makes all files of the log with the checkpoint `head`. Takes each leaf from a copy that has it undamaged. Returns the
 * root of the first `older` leaves. Rejects with a LogDamage if all copies lack a leaf; the files that `onFile` has
 * received until then may be wrong.
 */
export async function walkLog(places: LogPlaces, head: TreeHead, onFile: OnFile, older = 0): Promise<Hash> {
  const copies = [filesIn(places.own), filesIn(places.published)];
  const checked = new CheckedTiles(copies, head);
  const tiles = new TileWriter((tile, bytes) => onFile(tilePath(tile), bytes));
  const range = new CompactRange();
  for (let index = 0; index * TILE_WIDTH < head.size; index++)
    for (const leaf of await leavesAt(copies, checked, index, head.size)) {
      const hash = leafHash(leaf);
      tiles.add(leaf, hash);
      if (range.size < older) range.add(hash);
    }
  if (!equalHashes(tiles.finish(), head.root)) throw new LogDamage('Its leaves contradict its checkpoint.');
  return range.root();
}

/**
 * Reads the leaves of the bundle at `index`. If both copies lack the hashes of these leaves, takes the leaves
 * unchecked: `walkLog` checks the root of all leaves at its end.
 */
async function leavesAt(copies: readonly LogFiles[], checked: CheckedTiles, index: number, size: number) {
  try {
    await checked.hashes(0, index);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    return readAny(copies, index, size);
  }
  return (await checked.leaves(index)).entries;
}

async function readAny(copies: readonly LogFiles[], index: number, size: number): Promise<Uint8Array[]> {
  const bundle = tileAt('entries', index * TILE_WIDTH, size);
  const [first, ...others] = copies;
  return readBundle(first!, bundle).catch((error: unknown) => {
    if (error instanceof LogDamage && others.length > 0) return readAny(others, index, size);
    throw error;
  });
}

/**
 * Completes the log in HUB_DATA from the leaves of both copies, up to the end of the longer copy. Writes nothing before
 * all leaves are known to be right. Marks the copy in HUB_DIST as damaged, so that the next publishing writes it again.
 * Returns the number of written files; 0 if there is no log. The caller holds the lock of the log. Rejects with a
 * Failure if leaves are lost, or if the copies contradict each other.
 */
export async function mendLog(places: LogPlaces, identity: LogIdentity): Promise<number> {
  const heads = readHeads(places, identity);
  const known = [heads.own, heads.published].filter((head) => head !== undefined);
  if (known.length === 0) return 0;
  const longest = Math.max(...known.map(({ size }) => size));
  const older = known.find(({ size }) => size < longest);
  const { head, olderRoot } = await wholeOne(places, known, longest, older);
  if (older && !equalHashes(olderRoot, older.root)) throw forkedLog(places, heads.own!, heads.published!);
  const { own } = places;
  mkdirSync(own, { recursive: true });
  const out = new LogFolderWriter(own);
  let written = 0;
  await walkLog(places, head, (path, bytes) => {
    if (hasBytes(join(own, path), bytes())) return;
    out.put(path, bytes());
    written++;
  });
  if (heads.published) noteTorn(places);
  out.flush();
  if (heads.own === head) return written;
  // Removes all state files, because they belong to another version of the log.
  removeOtherStates(own, 0);
  writeDurably(join(own, CHECKPOINT), head.text);
  return written + 1;
}

/**
 * Returns the first checkpoint of `longest` leaves for which all leaves exist. A checkpoint without a signature may
 * itself be damaged, and then no leaves match it.
 */
async function wholeOne(places: LogPlaces, known: readonly Head[], longest: number, older: Head | undefined) {
  let fault: LogDamage | undefined;
  for (const head of known.filter(({ size }) => size === longest))
    try {
      return { head, olderRoot: await walkLog(places, head, () => {}, older?.size) };
    } catch (error) {
      if (!(error instanceof LogDamage)) throw error;
      fault ??= error;
    }
  throw lostLeaves(places, known.length, fault!);
}

/** Returns a Failure that says that no copy has all leaves. `copies` is the number of copies that have a checkpoint. */
export function lostLeaves({ own, published }: LogPlaces, copies: number, cause: LogDamage): Failure {
  const where =
    copies > 1
      ? `The log in ${own} is damaged, and its copy in ${published} lacks the same leaves`
      : `The log is damaged, and there is only one copy of it, in ${own} or in ${published}`;
  return new Failure(
    `${where}: ${cause.message} Nothing was changed. Put ${own} back from a backup, or from where its ` +
      'log was pushed or mirrored to, and build again; a log that others have seen can’t be made again.',
    { cause },
  );
}

/**
 * Rebuilds the state file of the log in `folder`: a line for each model that the log ever had, with its newest leaf.
 * Leaves the keys unknown. Rejects with a LogDamage if a leaf contradicts `head`.
 */
export async function restoreState(folder: string, head: TreeHead): Promise<void> {
  const newest = new Map<string, { index: number; hash: Hash }>();
  const checked = new CheckedTiles([filesIn(folder)], head);
  for (let bundle = 0; bundle * TILE_WIDTH < head.size; bundle++) {
    const { entries, hashes } = await checked.leaves(bundle);
    for (const [at, bytes] of entries.entries()) {
      const leaf = parseLeaf(new TextDecoder().decode(bytes));
      if (leaf && 'id' in leaf) newest.set(leaf.id, { index: bundle * TILE_WIDTH + at, hash: hashes[at]! });
    }
  }
  const state = new StateWriter(folder, { catalog: '', facts: '' });
  for (const id of [...newest.keys()].sort()) state.add({ id, ...newest.get(id)!, key: NO_KEY });
  state.keep(head.size);
}
