// Runs work that a signal of the process may stop.
import process from 'node:process';
import { Failure } from './failure.ts';

/**
 * Gives the result of `work`. SIGINT and SIGTERM trigger its signal instead of ending the process; a second one ends it.
 * Where the work fails after a signal, a Failure says that it was stopped.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    throw stopped.signal.aborted
      ? new Failure('Stopped; what was found is kept, and the next run goes on.', { cause: error })
      : error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
