// A thread of removal.ts. It loads only what it needs: there are several of them, for a second.
import { answerJobs } from './answer-jobs.ts';
import { removeIn } from './own-folder.ts';

export interface RemovalJob {
  /** The folder of ours. */
  root: string;
  /** Relative to it. */
  paths: string[];
}

answerJobs(({ root, paths }: RemovalJob) => {
  for (const path of paths) removeIn(root, path);
});
