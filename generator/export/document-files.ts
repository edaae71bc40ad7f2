// Writes the changed files that are not about a single model: hash shards, files about owners, documents and pages.
// Writes the front page last.
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { holdsAnswers } from '../../src/tree/static-tree.ts';
import type { Progress } from '../process/progress.ts';
import { type ExportedFile, ownerFiles, pageFiles } from './files/export-pages.ts';
import { packFiles } from './files-of-dist.ts';
import { hashFiles } from './hash-files.ts';
import type { OpenExport } from './open-export.ts';

const HOME = fileOf(routes.home, {}, 'html');

export async function exportDocuments(opened: OpenExport, progress: Progress): Promise<void> {
  const { settings, tree, list, record, ask } = opened;
  const task = progress.start('Documents and pages');
  const made = [hashFiles(settings.dist, list), ownerFiles(ask, record.after.packs, tree.gated)];
  for (const files of made)
    for (const file of files) {
      await record.putMade(file);
      task.advance();
    }
  let home: ExportedFile | undefined;
  async function* butHome() {
    for await (const file of documents(opened)) {
      if (file.path === HOME) home = file;
      else yield file;
    }
  }
  await record.putAll(butHome(), () => task.advance());
  if (home) record.put(home);
  task.done();
}

async function* documents({ settings, listed, record, site, ask }: OpenExport): AsyncGenerator<ExportedFile> {
  yield* site.attestationKeys();
  for (const one of listed) if (holdsAnswers(one.key)) yield* packFiles(settings.dist, one);
  yield* pageFiles(ask, record.after.files.keys());
}
