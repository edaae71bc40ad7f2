// The `/hashes/` shards in a tree: packs of sorted rows, and packs of the changes since then (decision 0002). A shard
// is a JSON array of [sha256, model, revision, path], with each row on a line. A change is a row after `+` if it was
// added, or after `-` if it was removed. A pack of changes has an entry for each bucket, which is named by the first
// two digits of the hashes in it.
import { type Awaitable, andThen } from '../basics/awaitable.ts';
import { hashChangesKey, hashChangesPath } from './static-tree.ts';

/** The answer for a shard that has no rows. No pack has such a shard. */
export const NO_ROWS = '[]';

/** The parts of a tree that this module reads. */
export interface ShardTree {
  /** Gives the entry of a pack in the tree's list; undefined if there is none. */
  listed(key: string): Awaitable<unknown>;
  /** Gives the text of a pack's entry by its path; undefined if there is none. */
  text(path: string): Awaitable<string | undefined>;
}

/**
 * Gives the net changes since packing, sorted, of the rows whose hashes begin with `shard`. `shard` has two or three
 * digits.
 */
export function shardChanges(shard: string, tree: ShardTree): Awaitable<string[]> {
  return andThen(bucketChanges(shard.slice(0, 2), 0, tree), (texts) =>
    netChanges(changesIn(shard, texts.flatMap(linesOf))),
  );
}

/** Keeps the `lines` whose hashes begin with `shard`. */
export function changesIn(shard: string, lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith(shard, ROW_HASH));
}

/** The position of the hash in a line of changes: after the sign, a bracket and a quotation mark. */
const ROW_HASH = 3;

/** Splits a text of changes into lines. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Gives the texts of a bucket in all packs of changes, from the pack `number` on. */
function bucketChanges(bucket: string, number: number, tree: ShardTree): Awaitable<string[]> {
  return andThen(tree.listed(hashChangesKey(number)), (pack) => {
    if (!pack) return [];
    return andThen(tree.text(hashChangesPath(number, bucket)), (text = '') =>
      andThen(bucketChanges(bucket, number + 1, tree), (others) => [text, ...others]),
    );
  });
}

/** Gives the changes that remain after additions and removals of the same row cancel out, sorted by row. */
export function netChanges(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const row = line.slice(1);
    counts.set(row, (counts.get(row) ?? 0) + (line[0] === '+' ? 1 : -1));
  }
  return [...counts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([row, count]) => Array<string>(Math.abs(count)).fill(`${count > 0 ? '+' : '-'}${row}`));
}

/** Gives the text of a shard after net `changes`; undefined if no row is left. */
export function mergeShard(old: string | undefined, changes: readonly string[]): string | undefined {
  const added = rowsOf('+', changes);
  const gone = rowsOf('-', changes);
  const rows: string[] = [];
  let [nextAdded, nextGone] = [0, 0];
  for (const row of old ? old.slice(2, -3).split(',\n') : []) {
    while (nextAdded < added.length && added[nextAdded]! <= row) rows.push(added[nextAdded++]!);
    while (nextGone < gone.length && gone[nextGone]! < row) nextGone++;
    if (gone[nextGone] === row) nextGone++;
    else rows.push(row);
  }
  const all = rows.concat(added.slice(nextAdded));
  return all.length === 0 ? undefined : `[\n${all.join(',\n')}\n]\n`;
}

/** Gives the rows of the lines with this sign, sorted. */
function rowsOf(sign: '+' | '-', lines: readonly string[]): string[] {
  return lines
    .filter((line) => line[0] === sign)
    .map((line) => line.slice(1))
    .sort();
}
