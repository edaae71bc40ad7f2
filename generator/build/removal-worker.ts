// A thread of removal.ts. It loads only what it needs: there are several of them, for a second.
import { rmSync } from 'node:fs';
import { answerJobs } from './answer-jobs.ts';

export interface RemovalJob {
  paths: string[];
}

answerJobs(({ paths }: RemovalJob) => {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
});
