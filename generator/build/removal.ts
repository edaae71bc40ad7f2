// Removes what no tree uses any more, beside other work.
import type { RemovalJob } from './removal-worker.ts';
import { WorkerPool } from './worker-pool.ts';

/** More than there are cores: a removal waits for the disk most of the time. */
const THREADS = 6;

/** Paths in one job. */
const BATCH = 16;

/**
 * Removes files, and folders with all that is in them, from our folder at `root`; what is not there is no error, and no
 * link is followed. The paths of a round, relative to `root`, go in any order, those of the next one when they are gone.
 * Resolves when all are.
 */
export async function removePaths(root: string, ...rounds: string[][]): Promise<void> {
  const threads = Math.min(THREADS, Math.max(...rounds.map((paths) => Math.ceil(paths.length / BATCH))));
  const pool = new WorkerPool<RemovalJob, void>(new URL('./removal-worker.ts', import.meta.url), threads, {});
  try {
    for (const paths of rounds) {
      const running: Promise<void>[] = [];
      for (let at = 0; at < paths.length; at += BATCH)
        running.push((await pool.start({ root, paths: paths.slice(at, at + BATCH) })).done);
      await Promise.all(running);
    }
  } finally {
    await pool.close();
  }
}
