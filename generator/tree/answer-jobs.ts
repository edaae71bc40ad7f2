// Runs the jobs of worker-pool.ts in a thread of the pool.
import { parentPort } from 'node:worker_threads';
import { defined } from '../../src/basics/records.ts';

/** The members of an error that are sent to the main thread. An error of the operating system keeps its code. */
export interface Thrown {
  message: string;
  code?: string;
  path?: string;
}

/** The message that no more jobs come. A thread that receives it finishes its work, and ends. */
export const NO_MORE = 'no more jobs';

/** Answers each job with the result of `run`, or with its error. */
export function answerJobs<Job, Result>(run: (job: Job) => Result | Promise<Result>): void {
  parentPort!.on('message', async (job: Job | typeof NO_MORE) => {
    if (job === NO_MORE) return void parentPort!.close();
    try {
      parentPort!.postMessage({ result: await run(job) });
    } catch (error) {
      const { message, code, path } = error as NodeJS.ErrnoException;
      parentPort!.postMessage({ error: { message, ...defined({ code, path }) } satisfies Thrown });
    }
  });
}
