// Checks that the list of a day names the newest leaf of each model, and that the list's root is the one in the day's
// leaf.
import { CompactRange } from '../../src/log/compact-range.ts';
import { dayFolder } from '../../src/log/day-list.ts';
import { type LogFiles, readBundle } from '../../src/log/log-proofs.ts';
import { TILE_WIDTH, tileAt } from '../../src/log/tiles.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { LogFault } from './finding.ts';
import type { MonitorState, SeenDay } from './monitor-state.ts';

/** Reads the list of `day`. Throws a LogFault that names a wrong model, or a LogDamage if the files can't be read. */
export async function readDayList(files: LogFiles, state: MonitorState, { day, models }: SeenDay): Promise<void> {
  const ofDay: LogFiles = (path) => files(dayFolder(models.root) + path);
  const range = new CompactRange();
  let before = '';
  for (let at = 0; at < models.count; at += TILE_WIDTH)
    for (const bytes of await readBundle(ofDay, tileAt('ids', at, models.count))) {
      const [id = '', index] = new TextDecoder().decode(bytes).split('\t');
      const newest = state.newestOf(id);
      if (!newest) throw new LogFault('stale-leaf', `The index of ${day} lists ${id}, of which the log has no entry.`);
      if (newest.leaf !== Number(index))
        throw new LogFault(
          'stale-leaf',
          `The index of ${day} lists entry ${index} of ${id}, whose newest is entry ${newest.leaf}.`,
        );
      if (range.size > 0 && compareBytewise(before, id) >= 0)
        throw new LogFault('damage', `The index of ${day} lists ${id} after ${before}: out of order, or twice.`);
      before = id;
      range.add(newest.hash);
    }
  if (Buffer.from(range.root()).toString('hex') !== models.root)
    throw new LogFault('damage', `The list of ${day} does not add up to the root in its entry of the log.`);
}
