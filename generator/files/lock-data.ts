// HUB_DATA for a command that writes there: locked, and closed to other users.
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import type { Config } from '../../src/service/config.ts';
import { type Lock, takeLock } from './lock.ts';

/**
 * Takes the lock of HUB_DATA for the command of this name, as `takeLock` does, and closes the folder to other users.
 */
export function lockData(config: Config, command: string): Lock {
  const lock = takeLock(config.data, 'HUB_DATA', command);
  closeData(config);
  return lock;
}
