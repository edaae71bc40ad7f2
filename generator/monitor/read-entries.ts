// Reads the new entries of a log one by one. Keeps an entry only after it is proved against the checkpoint.
import type { Checkpoint } from '../../src/log/checkpoint.ts';
import type { CompactRange } from '../../src/log/compact-range.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { beginsWith, type LogFiles, readBundle, TileHashes } from '../../src/log/log-proofs.ts';
import { equalHashes, type Hash, leafHash } from '../../src/log/merkle.ts';
import { TILE_WIDTH, tileAt } from '../../src/log/tiles.ts';
import type { LoggedDay, LoggedModel } from '../../src/shapes/log.ts';
import type { Progress } from '../process/progress.ts';
import { LogFault } from './finding.ts';
import type { MonitorState } from './monitor-state.ts';

/**
 * The maximum number of entries, and of bytes, that are proved and kept at a time. These limits bound the memory, and
 * the work that a killed run loses.
 */
const TOGETHER = 64 * TILE_WIDTH;
const BYTES_TOGETHER = 16 * 2 ** 20;

/** The kinds of changes of a model in a log. */
export type Change = 'added' | 'revised' | 'rewritten' | 'repeated' | 'withdrawn' | 'lifted';

interface NewEntries {
  state: MonitorState;
  files: LogFiles;
  checkpoint: Checkpoint;
  progress: Progress;
  onChange(change: Change, id: string): void;
}

interface Entry {
  index: number;
  text: string;
  hash: Hash;
}

/** Reads all entries up to the checkpoint. Throws a LogFault or a LogDamage if an entry contradicts the checkpoint. */
export async function readEntries({ state, files, checkpoint, progress, onChange }: NewEntries): Promise<void> {
  const range = state.range();
  if (range.size >= checkpoint.size) return;
  const task = progress.start('Reading entries', checkpoint.size - range.size);
  while (range.size < checkpoint.size) {
    const entries = await entriesBehind(files, range.size, checkpoint.size);
    for (const { hash } of entries) range.add(hash);
    await prove(files, checkpoint, range, entries);
    state.together(() => {
      for (const entry of entries) take(state, entry, onChange);
      state.setRange(range);
    });
    task.advance(entries.length);
  }
  task.done();
}

async function entriesBehind(files: LogFiles, from: number, size: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  const end = Math.min(size, from - (from % TILE_WIDTH) + TOGETHER);
  let taken = 0;
  for (let at = from; at < end && taken < BYTES_TOGETHER; ) {
    const bundle = await readBundle(files, tileAt('entries', at, size));
    for (const bytes of bundle.slice(at % TILE_WIDTH)) {
      entries.push({ index: at++, text: new TextDecoder().decode(bytes), hash: leafHash(bytes) });
      taken += bytes.length;
    }
  }
  return entries;
}

/** Throws a LogFault unless the log begins with exactly the entries read so far. */
async function prove(files: LogFiles, checkpoint: Checkpoint, range: CompactRange, entries: readonly Entry[]) {
  if (await beginsWith(files, checkpoint, { size: range.size, root: range.root() })) return;
  const tiles = new TileHashes(files, checkpoint.size);
  for (const { index, hash } of entries)
    if (!equalHashes(hash, await tiles.ofRange(index, index + 1)))
      throw new LogFault('damage', `Entry ${index} of the log is not the one in its tiles: it was changed.`);
  const [first, last] = [entries[0]!.index, entries.at(-1)!.index];
  throw new LogFault('damage', `Entries ${first} to ${last} of the log contradict its checkpoint.`);
}

/** Records a proved leaf in the state, with a finding if it is wrong. */
function take(state: MonitorState, { index, text, hash }: Entry, onChange: NewEntries['onChange']): void {
  const leaf = parseLeaf(text);
  if (!leaf)
    state.addFinding({ kind: 'strange', sentence: `Entry ${index} of the log is of no kind that is known here.` });
  else if ('id' in leaf) onChange(takeModel(state, leaf, index, hash), leaf.id);
  else if ('day' in leaf) takeDay(state, leaf, index);
  else onChange(leaf.lifted ? 'lifted' : 'withdrawn', leaf.model);
}

function takeModel(state: MonitorState, { id, revision, sums }: LoggedModel, leaf: number, hash: Hash): Change {
  const before = state.sumsOf(id, revision);
  const isKnown = state.newestOf(id) !== undefined;
  state.putModel(id, { revision, sums, leaf, hash });
  if (!before) return isKnown ? 'revised' : 'added';
  if (before.sums === sums) return 'repeated';
  const was = `its SHA256SUMS was ${before.sums} in entry ${before.leaf} and is ${sums} in entry ${leaf}`;
  state.addFinding({ kind: 'rewritten', sentence: `${id} has other bytes at the same revision ${revision}: ${was}.` });
  return 'rewritten';
}

function takeDay(state: MonitorState, { day, expires, models }: LoggedDay, leaf: number): void {
  const before = state.fact('day');
  if (before && day < before.day)
    state.addFinding({
      kind: 'backwards',
      sentence: `The days go back: ${day} in entry ${leaf} comes after ${before.day} in entry ${before.leaf}.`,
    });
  state.setFact('day', { day, expires, leaf, models });
}
