// Starts threads that write the files about many models.
import { availableParallelism } from 'node:os';
import type { LoggedAs } from '../../../src/model-page/model-page.ts';
import type { Service } from '../../../src/service/service.ts';
import { WorkerPool } from '../../tree/threads/worker-pool.ts';
import type { ExporterSettings, ExportJob, ModelsWritten } from './model-exporter.ts';

/** The settings that start a thread. */
export interface ThreadSettings extends ExporterSettings {
  dist: string;
  service: Service;
  /** The name of the tree. */
  tree: string;
  /** The folder of the built website, if not `dist`. */
  website: string | undefined;
  /** Says whether the log that pages mention is signed; undefined if they mention no log. */
  loggedAs: LoggedAs | undefined;
  /** The secret of the key that attests; undefined if nothing is attested. */
  attestationKey: string | undefined;
}

/** Writes each batch in one of as many threads as there are processors; gives the results in order. */
export async function* inThreads(
  batches: readonly ExportJob[][],
  settings: ThreadSettings,
): AsyncGenerator<ModelsWritten> {
  const size = Math.min(availableParallelism(), batches.length);
  const pool = new WorkerPool<ExportJob[], ModelsWritten>(
    new URL('./model-thread.ts', import.meta.url),
    size,
    settings,
  );
  try {
    const started: Promise<ModelsWritten>[] = [];
    for (const batch of batches) {
      started.push((await pool.start(batch)).done);
      if (started.length > size) yield await started.shift()!;
    }
    for (const done of started) yield await done;
  } finally {
    await pool.close();
  }
}
