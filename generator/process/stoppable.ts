// Runs work that a signal to this process may stop.
import process from 'node:process';
import { Failure } from './failure.ts';

let whole: AbortController | undefined;

/**
 * Makes SIGINT and SIGTERM stop the work in `stoppable` from now on, even if the code of this work is still being
 * loaded when the signal comes.
 */
export function hearSignals(): void {
  whole = new AbortController();
  listen(whole);
}

function listen(stopped: AbortController): () => void {
  const ignore = () => process.off('SIGINT', stop).off('SIGTERM', stop);
  const stop = () => {
    ignore();
    stopped.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return ignore;
}

/**
 * Returns the result of `work`. The first SIGINT or SIGTERM aborts the signal that `work` gets, instead of ending the
 * process. A second one ends the process. If `work` fails after that abort, throws a Failure that says that it was
 * stopped.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = whole ?? new AbortController();
  const ignore = listen(stopped);
  try {
    stopped.signal.throwIfAborted();
    return await work(stopped.signal);
  } catch (error) {
    throw stopped.signal.aborted
      ? new Failure('Stopped; what was found is kept, and the next run goes on.', { cause: error })
      : error;
  } finally {
    ignore();
  }
}
