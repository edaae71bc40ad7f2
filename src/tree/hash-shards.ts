// The `/hashes/` shards in a tree: packs of sorted rows, and packs with the changes since (decision 0002).
//
// A shard is a JSON array of [sha256, model, revision, path], a row a line. A change is `+` or `-` and a row: it was added,
// or removed. A pack of changes has an entry for each bucket, the first two digits of the hashes in it.
import { type Awaitable, andThen } from '../basics/awaitable.ts';
import { hashChangesKey, hashChangesPath } from './static-tree.ts';

/** The answer for a shard without rows, which is in no pack. */
export const NO_ROWS = '[]';

/** The parts of a tree that this reads. */
export interface ShardTree {
  /** Gives the list's entry for a pack; undefined if there is none. */
  listed(key: string): Awaitable<unknown>;
  /** Gives the text of a pack's entry, by its path; undefined if there is none. */
  text(path: string): Awaitable<string | undefined>;
}

/** Gives the net changes, since packing, of the rows whose hashes begin with `shard`, two or three digits; sorted. */
export function shardChanges(shard: string, tree: ShardTree): Awaitable<string[]> {
  return andThen(bucketChanges(shard.slice(0, 2), 0, tree), (texts) =>
    netChanges(changesIn(shard, texts.flatMap(linesOf))),
  );
}

/** Keeps the `lines` whose hashes begin with `shard`. */
export function changesIn(shard: string, lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith(shard, ROW_HASH));
}

/** The place of the hash in a line of changes: after its sign, a bracket and a quotation mark. */
const ROW_HASH = 3;

/** Gives the lines of a text of changes. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Reads a bucket's lines in the packs of changes, from the pack `number` on. */
function bucketChanges(bucket: string, number: number, tree: ShardTree): Awaitable<string[]> {
  return andThen(tree.listed(hashChangesKey(number)), (pack) => {
    if (!pack) return [];
    return andThen(tree.text(hashChangesPath(number, bucket)), (text = '') =>
      andThen(bucketChanges(bucket, number + 1, tree), (others) => [text, ...others]),
    );
  });
}

/** Gives the remaining changes after additions and removals of a row cancel out; sorted by their rows. */
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

/** Gives the shard's text after `changes`, which are net; undefined if no row is left. */
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

/** Gives the rows of the lines with that sign, sorted. */
function rowsOf(sign: '+' | '-', lines: readonly string[]): string[] {
  return lines
    .filter((line) => line[0] === sign)
    .map((line) => line.slice(1))
    .sort();
}
