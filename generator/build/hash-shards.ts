// Writes the `/hashes/` shards: sorted [sha256, model, revision, path], a row a line, merged with the tree before.
import { hashShardPath, listKeyOf } from '../../src/static-tree.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import { PackStore, packAt } from './dist-store.ts';
import { SpooledRows } from './hash-spool.ts';
import type { Fault } from './jobs.ts';
import { ListReader, storedEntry } from './list-reader.ts';
import { PackMaker } from './pack-maker.ts';

const HEX = '0123456789abcdef';

/** Every bucket, two hex digits each. */
export const buckets = [...HEX].flatMap((a) => [...HEX].map((b) => a + b));

/** Where the rows are, and where packs are written. */
interface ShardsPass {
  dist: string;
  spool: string;
  mend: boolean;
}

/**
 * Writes the pack of each bucket, with its shards; gives what the list says of it, null where every shard is empty (the
 * hub answers `[]`). `before` is the list of the tree that is continued: a bucket without a change stays as it was.
 */
export function writeShards(
  { dist, spool, mend }: ShardsPass,
  before: readonly Shard[],
  wanted: string[],
): (Listed | null)[] {
  const packs = new PackStore(dist, mend);
  const list = new ListReader(dist, before);
  const spooled = new SpooledRows(spool);
  return wanted.map((bucket) => {
    const key = listKeyOf(hashShardPath(`${bucket}0`))!;
    const old = list.find(key);
    if (!spooled.has(bucket)) return old ?? null;
    const pack = old && packAt(dist, old);
    const maker = new PackMaker();
    let isEmpty = true;
    for (const { shard, lines } of shardsOf(spooled, bucket)) {
      const name = hashShardPath(shard).slice(key.length + 1);
      const before = pack && storedEntry(pack, name);
      // Most have no row that comes or goes.
      const rows = lines.length === 0 ? before : mergeShard(before?.toString(), lines);
      if (rows === undefined) continue;
      maker.put(name, Buffer.from(rows as string));
      isEmpty = false;
    }
    return isEmpty ? null : packs.putListed(key, maker.bytes());
  });
}

/** Compares the shards of each bucket with the rows in the spool; gives what is wrong. */
export function checkShards({ dist, spool }: ShardsPass, shards: readonly Shard[], wanted: string[]): Fault[] {
  const list = new ListReader(dist, shards);
  const spooled = new SpooledRows(spool);
  return wanted.flatMap((bucket) =>
    [...shardsOf(spooled, bucket)].flatMap(({ shard, lines }) => {
      const file = hashShardPath(shard);
      return textAt(list, file) === mergeShard(undefined, lines)
        ? []
        : [{ said: `${file} is missing or differs`, file }];
    }),
  );
}

function textAt(list: ListReader, path: string): string | undefined {
  try {
    return list.read(path)?.toString();
  } catch {
    return 'damaged';
  }
}

/** The shards of a bucket, each with its lines of the spool. */
function* shardsOf(spooled: SpooledRows, bucket: string): Generator<{ shard: string; lines: string[] }> {
  const lines = Map.groupBy(spooled.lines(bucket), (line) => line.slice(3, 6));
  for (const digit of HEX) yield { shard: bucket + digit, lines: lines.get(bucket + digit) ?? [] };
}

/** The shard's new text; undefined when no row is left. `lines` carry their sign in front; `old` is sorted. */
export function mergeShard(old: string | undefined, lines: string[]): string | undefined {
  const added = rowsOf('+', lines);
  const gone = rowsOf('-', lines);
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

/** The rows of the lines with that sign, sorted. */
function rowsOf(sign: '+' | '-', lines: string[]): string[] {
  return lines
    .filter((line) => line[0] === sign)
    .map((line) => line.slice(1))
    .sort();
}
