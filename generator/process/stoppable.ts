// Runs work that a signal to the process may stop.
import process from 'node:process';
import { Failure } from './failure.ts';

let whole: AbortController | undefined;

/** Has SIGINT and SIGTERM stop `stoppable` work until the process ends: work that is still being loaded too. */
export function hearSignals(): void {
  whole = new AbortController();
  listen(whole);
}

function listen(stopped: AbortController): () => void {
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return () => process.off('SIGINT', stop).off('SIGTERM', stop);
}

/**
 * Gives the result of `work`. SIGINT and SIGTERM trigger its signal instead of ending the process; a second one ends it.
 * Where the work fails after a signal, a Failure says that it was stopped.
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
