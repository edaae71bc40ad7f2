// The files by which the pages of an export search, kept where they were made of the same index.
import { SHARDS, SHARDS_INDEX } from '../../src/search/shards/shard-format.ts';
import { modelKey } from '../../src/tree/static-tree.ts';
import type { Progress } from '../process/progress.ts';
import { figuresIn } from './models/export-state.ts';
import { madeOf, SearchShards } from './models/search-shards.ts';
import type { OpenExport } from './open-export.ts';

/** Writes them, unless they are there: they are made of the index alone. */
export async function writeSearch({ tree, listed, record }: OpenExport, progress: Progress): Promise<void> {
  const made = madeOf(listed, record.before.key);
  const { search: before, files: known } = record.before;
  if (before?.made === made && known.get(SHARDS_INDEX)?.sha256) {
    record.after.search = before;
    for (const [path, file] of known) if (path.startsWith(`${SHARDS}/`)) record.note(path, file);
    return;
  }
  const task = progress.start('Search');
  const figuresOf = (id: string) => figuresIn(record.after.packs.get(modelKey(id)));
  const shards = new SearchShards(await tree.search(), made, { before, figuresOf });
  await record.putAll(shards.files(), () => task.advance());
  record.after.search = shards.written;
  task.done();
}
