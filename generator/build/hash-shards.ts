// Writes the `/hashes/` shards: sorted [sha256, model, revision, path], a row a line, merged with the tree before.
import { existsSync, linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { hashShardPath } from '../../src/static-tree.ts';
import { SpooledRows } from './hash-spool.ts';
import type { Fault } from './jobs.ts';

const HEX = '0123456789abcdef';

/** Every bucket, two hex digits each. */
export const buckets = [...HEX].flatMap((a) => [...HEX].map((b) => a + b));

/**
 * Writes the sixteen shards of each bucket into the tree at `folder`. Shards without a change are linked
 * from the tree at `before`; a shard that would be empty is not written (the hub answers `[]`).
 */
export function writeShards(folder: string, before: string | undefined, spool: string, wanted: string[]): void {
  for (const { shard, lines } of shardsOf(new SpooledRows(spool), wanted)) {
    const path = join(folder, hashShardPath(shard));
    const old = before && join(before, hashShardPath(shard));
    if (lines.length > 0) {
      const rows = mergeShard(old && textOf(old), lines);
      if (rows !== undefined) writeFileSync(path, rows);
    } else if (old && existsSync(old)) linkSync(old, path);
  }
}

/** Compares the shards of each bucket with the rows in the spool; gives what is wrong. */
export function checkShards(folder: string, spool: string, wanted: string[]): Fault[] {
  const faults: Fault[] = [];
  for (const { shard, lines } of shardsOf(new SpooledRows(spool), wanted)) {
    const file = hashShardPath(shard);
    const path = join(folder, file);
    if (textOf(path) !== mergeShard(undefined, lines)) faults.push({ said: `${path} is missing or differs`, file });
  }
  return faults;
}

/** Every shard of the buckets, each with its lines of the spool; a bucket at a time is in memory. */
function* shardsOf(spooled: SpooledRows, wanted: string[]): Generator<{ shard: string; lines: string[] }> {
  for (const bucket of wanted) {
    const lines = Map.groupBy(spooled.lines(bucket), (line) => line.slice(3, 6));
    for (const digit of HEX) yield { shard: bucket + digit, lines: lines.get(bucket + digit) ?? [] };
  }
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readOwnFile(path).toString() : undefined;
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
