// Keeps accounts in memory, for hosts of the contract scripts whose runtime has no SQLite.
import { noAccounts } from '../../functions/hosts/memory/memory.ts';
import type { AccountsPort } from '../../functions/ports/ports.ts';
import { type AccountStore, MAX_OPEN_REQUESTS, MAX_SAVED } from '../../src/service/account-store.ts';
import type { Account } from '../../src/shapes/account.ts';

const isSame = (model: string) => (one: string) => one.toLowerCase() === model.toLowerCase();

/** Makes an account store that keeps everything in memory. Requests never lapse. */
function memoryBytes(): AccountStore {
  const all = new Map<string, Account & { open: Set<string> }>();
  const known = (did: string) => {
    const created = new Date().toISOString();
    const one = all.get(did) ?? { did, created, wallet: null, saved: [], requests: 0, open: new Set<string>() };
    all.set(did, one);
    return one;
  };
  const shown = ({ open: _, ...account }: ReturnType<typeof known>) => structuredClone(account);
  return {
    async check() {},
    read: async (did) => shown(known(did)),
    setWallet: async (did, wallet) => shown(Object.assign(known(did), { wallet })),
    async save(did, model) {
      const { saved } = known(did);
      if (saved.some(isSame(model))) return [...saved];
      if (saved.length >= MAX_SAVED) return 'full';
      saved.unshift(model);
      return [...saved];
    },
    async unsave(did, model) {
      const account = known(did);
      account.saved = account.saved.filter((one) => !isSame(model)(one));
      return [...account.saved];
    },
    async request(did, model, isIndexed) {
      const account = known(did);
      const { open } = account;
      if ([...open].some(isSame(model))) return shown(account);
      if (open.size >= MAX_OPEN_REQUESTS) for (const one of [...open]) if (await isIndexed(one)) open.delete(one);
      if (open.size >= MAX_OPEN_REQUESTS) return 'full';
      open.add(model);
      account.requests++;
      return shown(account);
    },
    async noteInterest() {},
  };
}

/** Makes an accounts port in memory, without sign-in. */
export const memoryAccounts = (): AccountsPort => ({ ...noAccounts(), store: memoryBytes() });
