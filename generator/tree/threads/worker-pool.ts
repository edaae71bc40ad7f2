// A few worker threads that take jobs in turn; the caller waits when all are busy, so memory stays flat. Why it is ours: decision 0030.
import { Worker } from 'node:worker_threads';
import { NO_MORE, type Thrown } from './answer-jobs.ts';

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** A thread makes and drops many short texts: with more room for them it is no faster, only larger. */
const LIMITS = { maxYoungGenerationSizeMb: 24 };
/** A thread may take so long to end by itself. */
const GRACE_MS = 1000;

/** Runs jobs on `size` threads of the module at `url`, which answers each message with one message. */
export class WorkerPool<Job, Result> {
  #workers: Worker[] = [];
  #idle: Worker[] = [];
  #running = new Map<Worker, Waiting>();
  #queue: ((worker: Worker) => void)[] = [];
  #failure: Error | undefined;

  constructor(url: URL, size: number, workerData: unknown) {
    for (let i = 0; i < size; i++) {
      const worker = new Worker(url, { workerData: { ...(workerData as object), worker: i }, resourceLimits: LIMITS });
      worker.on('message', (message: { error?: Thrown; result?: Result }) => this.#settle(worker, message));
      worker.on('error', (error) => this.#fail(error as Error));
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  /** Waits until a thread is free, hands it the job, and gives a promise of the result (inside an object, so that awaiting the hand-over does not await the work). */
  async start(job: Job): Promise<{ done: Promise<Result> }> {
    const worker = await this.#take();
    const done = this.#run(worker, job);
    // The caller that awaits it gets the failure; until then it must not count as unhandled.
    done.catch(() => {});
    return { done };
  }

  /** Gives every thread the same job and waits for all. */
  async broadcast(job: Job): Promise<Result[]> {
    const workers = await Promise.all(this.#workers.map(() => this.#take()));
    return Promise.all(workers.map((worker) => this.#run(worker, job)));
  }

  /** Ends the threads, and waits until they are gone. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map(endOf));
  }

  async #take(): Promise<Worker> {
    return this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#queue.push(resolve)));
  }

  #run(worker: Worker, job: Job): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise<Result>((resolve, reject) => {
      this.#running.set(worker, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage(job);
    });
  }

  #settle(worker: Worker, message: { error?: Thrown; result?: Result }): void {
    const waiting = this.#running.get(worker);
    this.#running.delete(worker);
    const next = this.#queue.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
    if (message.error !== undefined) waiting?.reject(Object.assign(new Error(message.error.message), message.error));
    else waiting?.resolve(message.result as never);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const waiting of this.#running.values()) waiting.reject(error);
    this.#running.clear();
    for (const next of this.#queue.splice(0)) next(this.#workers[0]!);
  }
}

/** A thread that is stopped while something of Node's own comes back to it takes the process along: so it is asked to end. */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    // Node sets this when the thread is gone.
    if (worker.threadId === -1) return resolve();
    const late = setTimeout(() => void worker.terminate(), GRACE_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.postMessage(NO_MORE);
  });
}
