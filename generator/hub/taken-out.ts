// Takes withdrawn models out of the day that a build uses.
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/database.ts';
import { storeOf } from '../days/object-store.ts';
import { readPurgedObjects } from '../days/purged.ts';
import { dayWithout } from '../import/day-without.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';

export interface TakenOut {
  /** The catalog to build. */
  catalog: Address;
  /** The day's own catalog, if models were taken out of it. */
  takenFrom: Address | undefined;
  withdrawn: readonly Withdrawal[];
}

/**
 * Takes withdrawn models, and models whose objects were removed for good, out of the catalog `whole`. Stores the result
 * as a catalog of its own. If the database can't be reached, uses the withdrawals of the previous tree.
 */
export async function takenOut(config: Config, dist: string, whole: Address, progress: Progress): Promise<TakenOut> {
  const before = currentStamp(dist)?.stamp;
  const withdrawn = await readWithdrawals(config).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    progress.note(`${error.message} The new tree leaves out the same models as the last one.`);
    return before?.withdrawn ?? [];
  });
  const purged = readPurgedObjects(config.data);
  if (withdrawn.length + purged.size === 0) return { catalog: whole, takenFrom: undefined, withdrawn };
  const isAsBefore =
    purged.size === 0 && before?.takenFrom === whole && JSON.stringify(before.withdrawn) === JSON.stringify(withdrawn);
  const known = isAsBefore ? parseAddress(before.catalog) : undefined;
  const store = storeOf(config);
  const catalog =
    known && store.has(known)
      ? known
      : await privately(() => dayWithout(store, whole, withdrawnIds(withdrawn), purged));
  return { catalog, takenFrom: catalog === whole ? undefined : whole, withdrawn };
}
