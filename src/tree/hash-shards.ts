// The `/hashes/` shards in a tree: packs of sorted rows, and packs of the later changes of these rows (decision 0002).
// A shard is a JSON array of [sha256, model, revision, path], with each row on a line. A change is a row after `+` if
// it was added, or after `-` if it was removed. A pack of changes has an entry for each bucket. The name of a bucket is
// the first two digits of the hashes in it.
import { type Awaitable, andThen } from '../basics/remembered.ts';
import { hashChangesKey, hashChangesPath } from './static-tree.ts';

/** The answer for a shard that has no rows. No pack has such a shard. */
export const NO_ROWS = '[]';

/** The parts of a tree that this module reads. */
export interface ShardTree {
  /** Returns what the tree's list says of a pack; undefined if the list lacks the pack. */
  listed(key: string): Awaitable<unknown>;
  /** Returns the text of a pack's entry by its path; undefined if there is none. */
  text(path: string): Awaitable<string | undefined>;
}

/**
 * Returns the changes of a shard's rows since the shard was packed, without those that cancel out, sorted by row.
 * `shard` is the first two or three digits of each hash.
 */
export function shardChanges(shard: string, tree: ShardTree): Awaitable<string[]> {
  return andThen(bucketChanges(shard.slice(0, 2), 0, tree), (texts) =>
    netChanges(changesIn(shard, texts.flatMap(linesOf))),
  );
}

/** Returns the `lines` whose hashes begin with `shard`. */
export function changesIn(shard: string, lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith(shard, ROW_HASH));
}

/** The position of the hash in a line of changes, which begins with the sign, a bracket and a quotation mark. */
const ROW_HASH = 3;

/** Splits a text of changes into lines. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Returns the texts of a bucket in all packs of changes, from the pack `number` on. */
function bucketChanges(bucket: string, number: number, tree: ShardTree): Awaitable<string[]> {
  return andThen(tree.listed(hashChangesKey(number)), (pack) => {
    if (!pack) return [];
    return andThen(tree.text(hashChangesPath(number, bucket)), (text = '') =>
      andThen(bucketChanges(bucket, number + 1, tree), (others) => [text, ...others]),
    );
  });
}

/** Returns the changes that remain after additions and removals of the same row cancel out, sorted by row. */
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

/** Returns the text of a shard after the changes, which must be net and sorted; undefined if no row remains. */
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

/** Returns the rows in the lines that have this sign, sorted. */
function rowsOf(sign: '+' | '-', lines: readonly string[]): string[] {
  return lines
    .filter((line) => line[0] === sign)
    .map((line) => line.slice(1))
    .sort();
}
