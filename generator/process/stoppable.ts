// Runs work that a signal of the process may stop.
import process from 'node:process';
import { Failure } from './failure.ts';

/**
 * Gives the result of `work`. SIGINT and SIGTERM trigger its signal instead of ending the process. After a signal this
 * throws a Failure that says so, however the work ended.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const made = await work(stopped.signal);
    stopped.signal.throwIfAborted();
    return made;
  } catch (error) {
    throw stopped.signal.aborted
      ? new Failure('Stopped; what was found is kept, and the next run goes on.', { cause: error })
      : error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
