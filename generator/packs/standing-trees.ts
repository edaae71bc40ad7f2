// Reads the trees in a place, which is HUB_DIST or a bucket. A replaced tree stays for a while, since readers may still
// use it.
//
//   <place>/left/<tree>: an empty file, whose time says when that tree was replaced
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { readNamed } from '../../src/tree/pack.ts';
import {
  type Bytes,
  CURRENT,
  parseCurrent,
  type Store,
  StoreAway,
  type Stored,
  TREE_FORMAT,
} from '../../src/tree/store.ts';
import { type Listed, parseShard, type Shard, storedName } from '../../src/tree/tree-list.ts';
import type { Stamp } from './tree-layout.ts';

const LEFT = 'left/';

/** Returns the name of the file that notes the replacement of a tree. */
export const leftName = (tree: string) => LEFT + tree;

/** Reads the name of the current tree; undefined if there is none of this version. Rejects if the place is away. */
export async function currentIn(place: Bytes): Promise<string | undefined> {
  const text = await place.get(CURRENT);
  return text && parseCurrent(new TextDecoder().decode(text));
}

/** Lists all files of `place` whose names begin with `start` and come after `after`. */
export async function allBelow(place: Bytes, start: string, after?: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for await (const one of place.list(start, after)) found.push(one);
  return found;
}

export class PlacedTree {
  readonly name: string;
  readonly stamp: Stamp;
  readonly #bytesOf: (sha256: string) => Promise<Uint8Array>;

  constructor(name: string, stamp: Stamp, bytesOf: (sha256: string) => Promise<Uint8Array>) {
    this.name = name;
    this.stamp = stamp;
    this.#bytesOf = bytesOf;
  }

  /** Lists the entries of the tree's shards in order, except the shards in `others`. */
  async *listed(others: ReadonlySet<string>): AsyncGenerator<Listed> {
    for (const sha256 of shardsBut(this.stamp.list, others)) yield* parseShard(await this.#bytesOf(sha256));
  }
}

/** Returns the names of the shards in `list` that are not in `others`. */
export const shardsBut = (list: readonly Shard[], others: ReadonlySet<string>): string[] =>
  list.map(([, sha256]) => sha256).filter((sha256) => !others.has(sha256));

/**
 * Reads the tree `name`, each file from the first of `places` that has it undamaged. Returns undefined if the tree is
 * incomplete, damaged or of another version. Rejects if a place is away.
 */
export async function readTree(name: string, ...places: readonly Store[]): Promise<PlacedTree | undefined> {
  const bytesOf = async (sha256: string) => {
    const [last, ...others] = places.toReversed();
    for (const place of others.toReversed())
      if (await place.size(storedName(sha256)))
        try {
          return await readNamed(place, sha256);
        } catch {
          // The next place may have the file undamaged.
        }
    return readNamed(last!, sha256);
  };
  try {
    const stamp = JSON.parse(Buffer.from(await bytesOf(name)).toString()) as Stamp;
    return stamp.format === TREE_FORMAT ? new PlacedTree(name, stamp, bytesOf) : undefined;
  } catch (error) {
    if (error instanceof StoreAway) throw error;
    return undefined;
  }
}

/** The trees that stay in a place, the current one first, and the notes about trees whose time is over. */
export interface StandingTrees {
  trees: PlacedTree[];
  over: Stored[];
}

/**
 * Finds the current tree, and the trees that were replaced less than `stay` milliseconds ago. Reads files from `near`
 * first, if it is given. If this version can't read one of these trees, returns only its name as `unread`: nobody knows
 * which files that tree needs.
 */
export async function standingTrees(
  place: Bytes,
  stay: number,
  ...near: readonly Store[]
): Promise<StandingTrees | { unread: string }> {
  const current = await currentIn(place);
  const left = await allBelow(place, LEFT);
  const isOver = ({ put }: Stored) => place.now() - put >= stay;
  const trees: PlacedTree[] = [];
  const young = left.filter((one) => !isOver(one)).map(({ name }) => name.slice(LEFT.length));
  for (const name of new Set([...(current === undefined ? [] : [current]), ...young])) {
    const tree = await readTree(name, ...near, place);
    if (!tree) return { unread: name };
    trees.push(tree);
  }
  // The current tree may have been replaced earlier, and then made current again.
  return { trees, over: left.filter((one) => isOver(one) && one.name !== leftName(current ?? '')) };
}

/** Collects the names of all files of `trees`. */
export async function fileNamesOf(trees: readonly PlacedTree[]): Promise<Set<string>> {
  const names = new Set<string>();
  const seen = new Set<string>();
  for (const tree of trees) {
    names.add(tree.name);
    for await (const { sha256, index } of tree.listed(seen)) {
      names.add(sha256);
      if (index !== undefined) names.add(index);
    }
    for (const [, shard] of tree.stamp.list) {
      names.add(shard);
      seen.add(shard);
    }
  }
  return names;
}

/**
 * Lists in order the entries that `own` has and `base` lacks. Reads only the shards that differ between the trees. The
 * key of an entry decides whether a shard ends there, so equal entries are mostly in equal shards.
 */
export async function* listedAnew(own: PlacedTree, base: PlacedTree | undefined): AsyncGenerator<Listed> {
  const shardsOf = (tree: PlacedTree | undefined) => new Set(tree ? shardsBut(tree.stamp.list, new Set()) : []);
  const olds = base?.listed(shardsOf(own));
  let old = await olds?.next();
  for await (const listed of own.listed(shardsOf(base))) {
    while (old && !old.done && compareBytewise(old.value.key, listed.key) < 0) old = await olds!.next();
    const isThere = old && !old.done && old.value.key === listed.key && old.value.sha256 === listed.sha256;
    if (!isThere) yield listed;
  }
}
