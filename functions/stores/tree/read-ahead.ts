// Fetches in advance the front pages of a remote tree, its list, and as many other answers as the limit allows. The hub
// can then answer requests for these pages while the remote store is away.
import { openPack, readNamed } from '../../../src/tree/pack.ts';
import { PART } from '../../../src/tree/pack-index.ts';
import { holdsAnswers, modelKey } from '../../../src/tree/static-tree.ts';
import type { Store } from '../../../src/tree/store.ts';
import { type Listed, parseShard } from '../../../src/tree/tree-list.ts';
import { firstRowsOf } from '../../search/rows.ts';
import type { PackedTree } from '../packs/packed-tree.ts';

/** The keys of the packs with the documents, and with the first pages of lists. */
const FRONT = ['documents', 'search'];
/** The maximum number of rows on the front page, and in each of its lists. */
const FRONT_ROWS = 50;
/** The number of bytes of a pack that are fetched at a time. */
const STEP = 16 * PART;

interface Ahead {
  tree: PackedTree;
  /** The store that keeps the files that are fetched. */
  store: Store;
  /** The maximum number of bytes to fetch. */
  most: number;
  /** True if the result is no longer needed. */
  isOver(): boolean;
}

/**
 * Fetches at most `most` bytes, one file after the other: first the packs of the front pages, then the list and the
 * other packs of answers. Rejects if the remote store goes away meanwhile.
 */
export async function readAhead({ tree, store, most, isOver }: Ahead): Promise<void> {
  let left = most;
  const take = async (listed: Listed | undefined) => {
    if (!listed || listed.size > left || isOver()) return;
    left -= listed.size;
    await readWhole(store, listed);
  };
  if (left <= 0) return;
  for (const key of [...FRONT, ...(await frontModels(tree)).map(modelKey)]) await take(await tree.listed(key));
  for (const [, shard] of tree.list) {
    if (left <= 0 || isOver()) return;
    const lines = await readNamed(store, shard);
    left -= lines.length;
    for (const listed of parseShard(lines))
      if (holdsAnswers(listed.key) && !FRONT.includes(listed.key)) await take(listed);
  }
}

/** Reads the rows of the front page, and returns the ids of their models. */
async function frontModels(tree: PackedTree): Promise<string[]> {
  const query = { sort: 'trendingScore', ascending: false, limit: FRONT_ROWS } as const;
  return (await firstRowsOf(await tree.search(), query)).map(({ id }) => id);
}

async function readWhole(store: Store, listed: Listed): Promise<void> {
  const pack = await openPack(store, listed);
  for (let at = 0; at < pack.size; at += STEP) await pack.bytes(at, Math.min(at + STEP, pack.size));
}
