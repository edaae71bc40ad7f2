// Holds an SQLite database in its own thread. While this thread waits for the file, the thread that answers requests
// goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '../../../../src/basics/defined.ts';
import { kyselyStore } from '../kysely-store.ts';
import { NewerSchema } from '../migrations.ts';
import { READS, type SqlStore } from '../sql-store.ts';
import { type CallFault, monotonicMs, type Opening, type Reply, type SqliteCall } from './sqlite-calls.ts';
import { FileGone, openSqlite, type SqliteFile } from './sqlite-database.ts';

const port = parentPort!;
/** The milliseconds between two attempts while another process has the lock. */
const AGAIN_MS = 8;
const SQLITE_BUSY = 5;

/** Thrown for a call that timed out before it began, because earlier calls took too long. */
class Late extends Error {}

const send = (reply: Reply) => port.postMessage(reply);

try {
  const { path, mayCreate } = workerData as Opening;
  const file = await openSqlite(path, mayCreate);
  listen(file);
  send({});
} catch (error) {
  send({ fault: asFault(error) });
}

function listen(file: SqliteFile): void {
  const store = kyselyStore(file.database);
  /**
   * The last write. SQLite runs one write at a time, so each write waits here for the one before, and only one write at
   * a time waits for the lock.
   */
  let turn: Promise<unknown> = Promise.resolve();
  const serve = async (call: SqliteCall) => {
    const fault = await answer(file, store, call);
    // The next caller opens the new file in a new thread.
    if (fault?.kind === 'replaced') end();
  };
  const take = (call: SqliteCall | 'close') => {
    // The thread ends after the writes that came earlier.
    if (call === 'close') void turn.then(end);
    else if (READS.has(call.method)) void serve(call);
    else turn = turn.then(() => serve(call));
  };
  /**
   * Ends the thread by removing its listener and closing the file. Deno has no other way to end a thread from within.
   */
  const end = () => {
    port.off('message', take);
    file.close();
  };
  port.on('message', take);
}

/** Answers a call. Returns the fault if the answer is a fault. Never rejects. */
async function answer(file: SqliteFile, store: SqlStore, call: SqliteCall): Promise<CallFault | undefined> {
  try {
    if (monotonicMs() > call.answerEnd) throw new Late('the turn came too late');
    const work = store[call.method] as (...args: readonly unknown[]) => Promise<unknown>;
    const result = await patiently(call.lockEnd, () => {
      file.assertThere();
      return work(...call.args);
    });
    send({ id: call.id, result });
    return undefined;
  } catch (error) {
    const fault = asFault(error);
    send({ id: call.id, fault });
    return fault;
  }
}

/** Does `work`, and repeats it while another process has the lock, at most until `lockEnd`. */
async function patiently<T>(lockEnd: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((asFault(error).errcode ?? 0) % 256 !== SQLITE_BUSY || monotonicMs() + AGAIN_MS > lockEnd) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

function asFault(error: unknown): CallFault {
  const { message, stack, errcode, code } = error as Error & { errcode?: number; code?: string };
  const facts = { message, stack };
  if (error instanceof FileGone) return { ...facts, kind: error.kind };
  if (error instanceof NewerSchema) return { ...facts, kind: 'newer' };
  if (error instanceof Late) return { ...facts, kind: 'late' };
  return { ...facts, ...defined({ errcode, code }) };
}
