// A thread of removal.ts. It loads only what it needs: there are several of them, for a second.
import { rmSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

export interface RemovalJob {
  paths: string[];
}

parentPort!.on('message', ({ paths }: RemovalJob) => {
  try {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
    parentPort!.postMessage({});
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message });
  }
});
