// Applies the withdrawals to the tree before it is copied to places that read no database.
import type { Config } from '../../src/service/config.ts';
import { readWithdrawals } from '../accounts/database.ts';
import { currentPointer } from '../days/pointer.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { buildHub } from './build-hub.ts';

/**
 * Builds again if the withdrawals have changed since the tree was made. Rejects with a Failure when the database can't
 * be reached.
 */
export async function takeOutFirst(config: Config, progress: Progress): Promise<void> {
  const stamp = currentStamp(config.dist)?.stamp;
  if (!stamp || !currentPointer(config.data)) return;
  const now = await readWithdrawals(config);
  if (JSON.stringify(now) === JSON.stringify(stamp.withdrawn ?? [])) return;
  progress.note(
    'Models were withdrawn, or withdrawals were lifted, since the tree was built: it is built again first.',
  );
  await buildHub(config, readService(config), progress);
}
