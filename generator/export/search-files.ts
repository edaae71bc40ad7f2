// Writes the search files of an export. Keeps the old files if they were made from the same index.
import { SEARCH_FOLDER, SEARCH_INDEX_FILE } from '../../src/search/remote/export-files.ts';
import { modelKey } from '../../src/tree/static-tree.ts';
import type { Progress } from '../process/progress.ts';
import { indexOnDisk } from '../tree/documents/search-files.ts';
import { figuresIn } from './models/export-state.ts';
import { ExportedSearch, madeOf } from './models/search-files.ts';
import type { OpenExport } from './open-export.ts';

/** Writes the search files, unless the export already has those of the same index. */
export async function writeSearch({ tree, list, listed, record }: OpenExport, progress: Progress): Promise<void> {
  const made = madeOf(listed, record.before.key);
  const { search: before, files: known } = record.before;
  if (before?.made === made && known.get(SEARCH_INDEX_FILE)?.sha256) {
    record.after.search = before;
    for (const [path, file] of known) if (path.startsWith(`${SEARCH_FOLDER}/`)) record.note(path, file);
    return;
  }
  const task = progress.start('Search');
  const figuresOf = (id: string) => figuresIn(record.after.packs.get(modelKey(id)));
  const files = new ExportedSearch(indexOnDisk(list), await tree.search(), { made, before, figuresOf });
  await record.putAll(files.files(), () => task.advance());
  record.after.search = files.written;
  task.done();
}
