// Adds withdrawals that are newer than the backup to a restored hub. Takes them from the tree in HUB_DIST, whose build
// has obeyed them.
import { resolve } from 'node:path';
import { counted } from '../../src/model/figures.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { isInForce } from '../../src/service/withdrawals.ts';
import { allWithdrawals, atWithdrawals } from '../accounts/withdrawals.ts';
import { openObjectStore } from '../days/object-store.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';

/**
 * Adds the tree's withdrawals that the restored database lacks. Returns a sentence that names them; nothing if none is
 * missing, or if the tree belongs to another hub.
 */
export async function takeTreeWithdrawals(config: Config): Promise<string[]> {
  const stamp = currentStamp(config.dist)?.stamp;
  if (!stamp?.withdrawn || !openObjectStore(config.objects).has(parseAddress(stamp.takenFrom ?? stamp.catalog)!))
    return [];
  const named = stamp.withdrawn.filter((one) => isInForce(one));
  try {
    const known = new Set((await allWithdrawals(config)).map(({ model }) => model.toLowerCase()));
    const lacking = named.filter(({ model }) => !known.has(model.toLowerCase()));
    if (lacking.length === 0) return [];
    await atWithdrawals(config, async (desk) => {
      for (const one of lacking) await desk.withdraw(one);
    });
    const ids = lacking.map(({ model }) => model).join(', ');
    return [
      `${counted(lacking.length, 'withdrawal')} that the backup lacks came out of ${resolve(config.dist)}: ${ids}.`,
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const ids = named.map(({ model }) => model).join(', ');
    return [`The tree leaves out ${ids}; look at "model-hub withdraw --list" before you build: ${error.message}`];
  }
}
