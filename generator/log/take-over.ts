// A log made again out of its leaves, and its state out of what they say.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseLeaf } from '../../src/log/leaves.ts';
import { LogDamage, readBundle } from '../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../src/log/make-proof.ts';
import { equalHashes, type Hash, leafHash } from '../../src/log/merkle.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { TILE_WIDTH, tileAt, tilePath } from '../../src/log/tiles.ts';
import { writeDurably } from '../files/durability.ts';
import { filesIn, type Head, LogFolderWriter } from './log-folder.ts';
import { damagedLog } from './open-log.ts';
import { NO_KEY, removeOtherStates, StateWriter } from './state-file.ts';

/** The leaves of the log of `size` in `folder`, from the first on. Rejects with a LogDamage. */
export async function* leavesOf(folder: string, size: number): AsyncGenerator<Uint8Array> {
  const files = filesIn(folder);
  for (let at = 0; at < size; at += TILE_WIDTH) yield* await readBundle(files, tileAt('entries', at, size));
}

/**
 * Makes the log that `head` names in the folder `to`, out of the leaves in `from`. Rejects with a Failure where these are
 * damaged; nothing in `to` counts then.
 */
export async function takeOver(from: string, to: string, head: Head): Promise<void> {
  mkdirSync(to, { recursive: true });
  const out = new LogFolderWriter(to);
  const tiles = new TileWriter('entries', (tile, bytes) => out.put(tilePath(tile), bytes()));
  try {
    for await (const leaf of leavesOf(from, head.size)) tiles.add(leaf);
  } catch (error) {
    throw error instanceof LogDamage ? damagedLog(from, error) : error;
  }
  if (!equalHashes(tiles.finish(), head.root))
    throw damagedLog(from, new LogDamage('Its leaves are not those of its checkpoint.'));
  out.flush();
  // What lies there is the state of another log.
  removeOtherStates(to, 0);
  writeDurably(join(to, CHECKPOINT), head.text);
}

/** Makes the state of the log in `folder` anew: the newest leaf of each model that it ever had, made of nobody knows what. */
export async function restoreState(folder: string, size: number): Promise<void> {
  const newest = new Map<string, { index: number; hash: Hash }>();
  let index = 0;
  for await (const bytes of leavesOf(folder, size)) {
    const leaf = parseLeaf(new TextDecoder().decode(bytes));
    if (leaf && 'id' in leaf) newest.set(leaf.id, { index, hash: leafHash(bytes) });
    index++;
  }
  const state = new StateWriter(folder, { catalog: '', facts: '' });
  for (const id of [...newest.keys()].sort()) state.add({ id, ...newest.get(id)!, key: NO_KEY });
  state.keep(size);
}
