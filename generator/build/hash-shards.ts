// Writes the `/hashes/` shards: sorted [sha256, model, revision, path], a row a line, merged with the tree before.
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashShardPath } from '../../src/static-tree.ts';
import { spooledLines } from './hash-spool.ts';

const HEX = '0123456789abcdef';

/** Every bucket, two hex digits each. */
export const buckets = [...HEX].flatMap((a) => [...HEX].map((b) => a + b));

/**
 * Writes the sixteen shards of `bucket` into the tree at `folder`. Shards without a change are
 * linked from the tree at `before`; a shard that would be empty is not written (the hub answers `[]`).
 */
export function writeShards(folder: string, before: string | undefined, spool: string, bucket: string): void {
  const changes = new Map<string, string[]>([...HEX].map((digit) => [bucket + digit, []]));
  for (const line of spooledLines(spool, bucket)) changes.get(line.slice(3, 6))?.push(line);
  for (const [shard, lines] of changes) {
    const path = join(folder, hashShardPath(shard));
    const old = before && join(before, hashShardPath(shard));
    if (lines.length > 0) {
      const rows = mergeShard(old && existsSync(old) ? readFileSync(old, 'utf8') : undefined, lines);
      if (rows !== undefined) writeFileSync(path, rows);
    } else if (old && existsSync(old)) linkSync(old, path);
  }
}

/** Compares the shards of `bucket` with the rows in the spool; gives what is wrong, a sentence each. */
export function checkShards(folder: string, spool: string, bucket: string): string[] {
  const lines = spooledLines(spool, bucket);
  return [...HEX].flatMap((digit) => {
    const shard = bucket + digit;
    const path = join(folder, hashShardPath(shard));
    const expected = mergeShard(
      undefined,
      lines.filter((line) => line.slice(3, 6) === shard),
    );
    const found = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    return found === expected ? [] : [`${path} is missing or differs`];
  });
}

/** The shard's new text; undefined when no row is left. `lines` carry their sign in front. */
export function mergeShard(old: string | undefined, lines: string[]): string | undefined {
  const gone = new Map<string, number>();
  const rows: string[] = [];
  for (const line of lines) {
    const row = line.slice(1);
    if (line[0] === '+') rows.push(row);
    else gone.set(row, (gone.get(row) ?? 0) + 1);
  }
  for (const row of old ? old.slice(2, -3).split(',\n') : []) {
    const left = gone.get(row);
    if (left) gone.set(row, left - 1);
    else rows.push(row);
  }
  if (rows.length === 0) return undefined;
  return `[\n${rows.sort().join(',\n')}\n]\n`;
}
