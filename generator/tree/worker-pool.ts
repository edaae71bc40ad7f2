// Runs jobs on a pool of worker threads. If all threads are busy, the caller waits, so that jobs do not pile up in
// memory. Decision 0030 explains why this is our own code.
import { parentPort, Worker } from 'node:worker_threads';
import { defined } from '../../src/basics/records.ts';

interface Waiting<Value> {
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

/**
 * The limits for a thread. A thread makes and drops many short texts, and a larger space for young objects would not
 * make it faster.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24 };
/** The number of milliseconds that a thread has to end by itself. */
const GRACE_MS = 1000;

/**
 * Runs jobs on `size` threads of the module at `url`, which must answer each message with one message. Once a thread
 * has failed or ended by itself, every job rejects with its error.
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
      // A thread that has failed has emitted an `error` event with the reason before this event.
      worker.on('exit', (code) => this.#fail(new Error(`a thread of the build has ended with ${code}`)));
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  /**
   * Waits until a thread is free, sends it the job, and returns a promise of the result. The promise is in an object,
   * since otherwise `await start(…)` would also wait for the result.
   */
  async start(job: Job): Promise<{ done: Promise<Result> }> {
    const worker = await this.#take();
    const done = this.#run(worker, job);
    // The caller sees the rejection when it awaits `done`. This handler prevents an unhandled rejection until then.
    done.catch(() => {});
    return { done };
  }

  /** Sends every thread the same job, and waits for all results. */
  async broadcast(job: Job): Promise<Result[]> {
    const workers = await Promise.all(this.#workers.map(() => this.#take()));
    return Promise.all(workers.map((worker) => this.#run(worker, job)));
  }

  /** Ends the threads, and waits until they have ended. */
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

/**
 * Asks a thread to end by itself, and terminates it only if it is late. To terminate it while a callback of Node is
 * pending would crash the process.
 */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    // Node sets the id to -1 when the thread has ended.
    if (worker.threadId === -1) return resolve();
    const late = setTimeout(() => void worker.terminate(), GRACE_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.postMessage(NO_MORE);
  });
}

/** The members of an error that are sent to the main thread. An error of the operating system keeps its code. */
interface Thrown {
  message: string;
  code?: string;
  path?: string;
}

/** The message that no more jobs come. A thread that receives it finishes its work, and ends. */
const NO_MORE = 'no more jobs';

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
