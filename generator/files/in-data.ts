// Locks HUB_DATA for a command that writes there, and closes it to other users.
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import type { Config } from '../../src/service/config.ts';
import { takeLock } from './lock.ts';

/** Calls `work` under the lock of HUB_DATA. `command` is the name of the command, as in `takeLock`. */
export async function inData<T>(config: Config, command: string, work: () => T | Promise<T>): Promise<T> {
  const lock = takeLock(config.data, 'HUB_DATA', command);
  try {
    closeData(config);
    return await work();
  } finally {
    lock.release();
  }
}
