// A few worker threads that take jobs in turn. The caller waits when all are busy, so memory stays flat. Decision 0030 says
// why it is ours.
import { Worker } from 'node:worker_threads';
import { NO_MORE, type Thrown } from './answer-jobs.ts';

interface Waiting<Value> {
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

/** A thread makes and drops many short texts: more room for them makes it larger, but not faster. */
const LIMITS = { maxYoungGenerationSizeMb: 24 };
/** Milliseconds that a thread may take to end by itself. */
const GRACE_MS = 1000;

/**
 * Runs jobs on `size` threads of the module at `url`, which answers each message with one message. Once a thread has
 * failed or ended by itself, every job rejects with that error.
 */
export class WorkerPool<Job, Result> {
  #workers: Worker[] = [];
  #idle: Worker[] = [];
  #running = new Map<Worker, Waiting<Result>>();
  #queue: Waiting<Worker>[] = [];
  #failure: Error | undefined;
  #isClosing = false;

  constructor(url: URL, size: number, workerData: unknown) {
    for (let i = 0; i < size; i++) {
      const worker = new Worker(url, { workerData: { ...(workerData as object), worker: i }, resourceLimits: LIMITS });
      worker.on('message', (message: { error?: Thrown; result?: Result }) => this.#settle(worker, message));
      worker.on('error', (error) => this.#fail(error as Error));
      // A failed thread has given its reason before.
      worker.on('exit', (code) => this.#fail(new Error(`a thread of the build has ended with ${code}`)));
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  /**
   * Waits until a thread is free, hands it the job, and gives a promise of the result. The promise is inside an object, so
   * that awaiting this call does not await the work.
   */
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
    this.#isClosing = true;
    await Promise.all(this.#workers.map(endOf));
  }

  async #take(): Promise<Worker> {
    if (this.#failure) throw this.#failure;
    return this.#idle.pop() ?? new Promise<Worker>((resolve, reject) => this.#queue.push({ resolve, reject }));
  }

  #run(worker: Worker, job: Job): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise<Result>((resolve, reject) => {
      this.#running.set(worker, { resolve, reject });
      worker.postMessage(job);
    });
  }

  #settle(worker: Worker, message: { error?: Thrown; result?: Result }): void {
    const waiting = this.#running.get(worker);
    this.#running.delete(worker);
    const next = this.#queue.shift();
    if (next) next.resolve(worker);
    else this.#idle.push(worker);
    if (message.error !== undefined) waiting?.reject(Object.assign(new Error(message.error.message), message.error));
    else waiting?.resolve(message.result as Result);
  }

  #fail(error: Error): void {
    if (this.#failure || this.#isClosing) return;
    this.#failure = error;
    for (const waiting of [...this.#running.values(), ...this.#queue.splice(0)]) waiting.reject(error);
    this.#running.clear();
  }
}

/** Asks a thread to end: stopping it while a callback of Node is due would crash the process. */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    // Node sets this when the thread has ended.
    if (worker.threadId === -1) return resolve();
    const late = setTimeout(() => void worker.terminate(), GRACE_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.postMessage(NO_MORE);
  });
}
