// Serves as the yardstick of the full build: writes the same files from memory with the same number of threads, and
// flushes them at the end.
import { once } from 'node:events';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { syncTree } from '../../../generator/files/durability.ts';
import { treeParts } from './tree-files.ts';

interface OnlyWriting {
  files: number;
  /**
   * Writes all files into the new folder `to`, and flushes them to the disk. Resolves to the seconds, and to the
   * processor time in seconds.
   */
  write(to: string): Promise<{ seconds: number; cpu: number }>;
  close(): Promise<void>;
}

/** Reads the tree at `root` into the memory of `threads` threads. */
export async function holdTree(root: string, threads: number): Promise<OnlyWriting> {
  const parts = treeParts(root, threads);
  const workers = parts.map(
    (part) => new Worker(new URL('./file-writer.ts', import.meta.url), { workerData: { root, part } }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    files: parts.reduce((sum, part) => sum + part.files.length, 0),
    async write(to) {
      const [clock, begun, used] = [performance.now(), Date.now(), process.cpuUsage()];
      const done = workers.map((worker) => once(worker, 'message'));
      for (const worker of workers) worker.postMessage(to);
      await Promise.all(done);
      syncTree(to, begun);
      const { user, system } = process.cpuUsage(used);
      return { seconds: (performance.now() - clock) / 1000, cpu: (user + system) / 1e6 };
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
