// Opens the store in an SQLite file, for the thread that answers requests. Each call is a message to another thread,
// which holds the database.
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SqlStore } from '../sql-store.ts';
import type { OpenStore } from '../store-keeper.ts';
import { type CallFault, monotonicMs, type Opening, type Reply, type SqliteCall } from './sqlite-calls.ts';
import { sqliteFault, sqliteOpeningFault } from './sqlite-fault.ts';

const THREAD = new URL('./sqlite-thread.ts', import.meta.url);
/** The milliseconds that a call waits for a lock of another process. */
const LOCKED_MS = 1000;
/**
 * The milliseconds that a call waits for a slow disk. After that time the thread counts as stuck, and gets no call
 * until it answers.
 */
const ANSWER_MS = 10_000;
/**
 * The limits in milliseconds of calls that need limits of their own. A check of health waits less, because the next
 * check comes soon. An operator's requests read complete tables.
 */
const OTHER_MS: { [method in keyof SqlStore]?: readonly [locked: number, answer: number] } = {
  check: [500, 2000],
  find: [LOCKED_MS, 60_000],
  interests: [LOCKED_MS, 60_000],
  wanted: [LOCKED_MS, 60_000],
  openRequests: [LOCKED_MS, 60_000],
};
const OPEN_MS = 10_000;
const CLOSE_MS = 3000;

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** The calls that a thread has not answered yet. */
class Calls {
  readonly #worker: Worker;
  readonly #path: string;
  readonly #pending = new Map<number, Pending>();
  /** The calls that have timed out here, but that the thread may still answer. */
  readonly #late = new Set<number>();
  #last = 0;

  constructor(worker: Worker, path: string) {
    this.#worker = worker;
    this.#path = path;
    worker.on('message', (reply: Reply) => this.#settle(reply));
  }

  ask(method: keyof SqlStore, args: readonly unknown[]): Promise<unknown> {
    if (this.#late.size > 0) return Promise.reject(this.#error(LATE));
    const id = ++this.#last;
    const [locked, answer] = OTHER_MS[method] ?? [LOCKED_MS, ANSWER_MS];
    const now = monotonicMs();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id), answer);
      this.#pending.set(id, { resolve, reject, timer });
      this.#worker.postMessage({
        id,
        method,
        args,
        lockEnd: now + locked,
        answerEnd: now + answer,
      } satisfies SqliteCall);
    });
  }

  /** Rejects the calls that are not answered yet. */
  end(fault: CallFault): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(this.#error(fault));
  }

  #settle({ id, result, fault }: Reply): void {
    // If the file was replaced, all calls of the thread are rejected when the thread ends: only then may the new file
    // be opened.
    if (id === undefined || fault?.kind === 'replaced') return;
    this.#late.delete(id);
    const pending = this.#take(id);
    if (fault) pending?.reject(this.#error(fault));
    else pending?.resolve(result as never);
  }

  #giveUp(id: number): void {
    this.#late.add(id);
    this.#take(id)?.reject(this.#error(LATE));
  }

  #error(fault: CallFault): Error {
    return sqliteFault(this.#path, fault);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }
}

const LATE: CallFault = { message: 'its thread is held up', stack: undefined, kind: 'late' };

/**
 * Opens the file in a thread. Calls `onEnd` if the thread can't be used any more; the next caller must open the file
 * again. Opening and the later calls reject with a `StoreUnavailable` if the file is at fault.
 */
export async function openSqliteStore(opening: Opening, onEnd: () => void): Promise<OpenStore> {
  const worker = new Worker(THREAD, { workerData: opening });
  const calls = new Calls(worker, opening.path);
  const ended = new Promise<CallFault>((resolve) => {
    let fault: CallFault = { message: 'its thread has ended', stack: undefined, kind: 'late' };
    // After its error, a failed thread exits, so `exit` handles it.
    worker.on('error', (error) => {
      fault = { ...fault, message: `its thread has ended: ${error}` };
    });
    worker.on('message', (reply: Reply) => {
      if (reply.fault?.kind === 'replaced') fault = reply.fault;
    });
    worker.on('exit', () => {
      calls.end(fault);
      onEnd();
      resolve(fault);
    });
  });
  const fault = await openingOf(worker, ended);
  if (fault) {
    void worker.terminate();
    throw sqliteOpeningFault(opening.path, fault);
  }
  return {
    call: (method, args) => calls.ask(method, args),
    async close() {
      worker.postMessage('close');
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })]);
      // The thread may hang on the disk, so closing does not wait for it any longer.
      void worker.terminate();
    },
  };
}

/** Returns the fault that kept the thread from opening the file; undefined if the file is open. */
async function openingOf(worker: Worker, ended: Promise<CallFault>): Promise<CallFault | undefined> {
  const { fault } = await Promise.race([
    new Promise<Reply>((resolve) => worker.once('message', resolve)),
    ended.then((fault): Reply => ({ fault })),
    sleep(OPEN_MS, { fault: LATE } as Reply, { ref: false }),
  ]);
  return fault;
}
