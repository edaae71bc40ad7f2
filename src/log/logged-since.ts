// Since when a leaf is in the log: the first day behind it tells.
import type { LoggedDay } from '../shapes/dialects/log.ts';
import { LOGGED_DAY_FORMAT } from '../shapes/formats.ts';
import { parseLeaf } from './leaves.ts';
import { type LogFiles, readBundle } from './log-proofs.ts';
import { TILE_WIDTH, tileAt } from './tiles.ts';

/** Bundles that are read at most: a day of four thousand changes. */
const MOST_BUNDLES = 16;

/** The first day at or behind the leaf `index` of a log of `size`; undefined where it is further off than is looked. Rejects with a LogDamage. */
export async function loggedSince(files: LogFiles, index: number, size: number): Promise<LoggedDay | undefined> {
  const text = new TextDecoder();
  const first = Math.floor(index / TILE_WIDTH);
  const end = Math.min(first + MOST_BUNDLES, Math.ceil(size / TILE_WIDTH));
  for (let bundle = first; bundle < end; bundle++) {
    const entries = await readBundle(files, tileAt('entries', bundle * TILE_WIDTH, size));
    for (const entry of entries.slice(bundle === first ? index % TILE_WIDTH : 0)) {
      const leaf = text.decode(entry);
      const day = leaf.includes(LOGGED_DAY_FORMAT) ? parseLeaf(leaf) : undefined;
      if (day && 'day' in day) return day;
    }
  }
  return undefined;
}
