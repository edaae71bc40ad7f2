// The other end of worker-pool.ts: what a thread of a pool does with its messages.
import { parentPort } from 'node:worker_threads';

/** Answers each job with what `run` gives, or with the message of what it throws. */
export function answerJobs<Job, Result>(run: (job: Job) => Result | Promise<Result>): void {
  parentPort!.on('message', async (job: Job) => {
    try {
      parentPort!.postMessage({ result: await run(job) });
    } catch (error) {
      parentPort!.postMessage({ error: (error as Error).message });
    }
  });
}
