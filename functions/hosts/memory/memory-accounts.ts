// Keeps accounts in memory, for tests and for runtimes without a database.
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import {
  type AccountDesk,
  type AccountStore,
  MAX_OPEN_REQUESTS,
  MAX_SAVED,
  type NotedInterest,
  type OpenRequest,
  REQUEST_DAYS,
  type Wanted,
} from '../../../src/service/account-store.ts';
import type { Account } from '../../../src/shapes/account.ts';

const DAY_MS = 86_400_000;

interface Kept {
  account: Account;
  /** The time of each open request in milliseconds since 1970, by model, the oldest first. */
  open: Map<string, number>;
  interest: NotedInterest | undefined;
}

/** Makes an account store that keeps everything in memory; `now` gives the time. */
export function memoryAccounts(now = () => new Date()): AccountStore & AccountDesk {
  const all = new Map<string, Kept>();
  const kept = (did: string): Kept => {
    const one = all.get(did) ?? newAccount(did, now().toISOString());
    all.set(did, one);
    return one;
  };
  return {
    async check() {},
    read: async (did) => structuredClone(kept(did).account),
    async setWallet(did, wallet) {
      const { account } = kept(did);
      account.wallet = wallet;
      return structuredClone(account);
    },
    async save(did, model) {
      const { account } = kept(did);
      if (!account.saved.includes(model)) {
        if (account.saved.length >= MAX_SAVED) return 'full';
        account.saved.unshift(model);
      }
      return [...account.saved];
    },
    async unsave(did, model) {
      const { account } = kept(did);
      account.saved = account.saved.filter((one) => one !== model);
      return [...account.saved];
    },
    async request(did, model, isIndexed) {
      const { account, open } = kept(did);
      if (!open.has(model) && open.size >= MAX_OPEN_REQUESTS) await closeMet(open, isIndexed, now().getTime());
      // The model is looked up again, because another request may have added it meanwhile.
      if (!open.has(model)) {
        if (open.size >= MAX_OPEN_REQUESTS) return 'full';
        open.set(model, now().getTime());
        account.requests++;
      }
      return structuredClone(account);
    },
    async noteInterest(did, note) {
      kept(did).interest = { note, noted: now().toISOString() };
    },
    async find(did) {
      const one = all.get(did);
      return one && structuredClone({ account: one.account, open: [...one.open.keys()], interest: one.interest });
    },
    forget: async (did) => all.delete(did),
    async interests(limit, after) {
      const named = [...all].flatMap(([did, { interest }]) => (interest ? [{ did, ...interest }] : []));
      named.sort((a, b) => (a.noted === b.noted ? (a.did < b.did ? -1 : 1) : a.noted > b.noted ? -1 : 1));
      const at = named.findIndex(({ did }) => did === after);
      return after !== undefined && at === -1 ? undefined : named.slice(at + 1, at + 1 + limit);
    },
    openRequests: async () => openRequests(all),
    wanted: async () => wantedModels([...all.values()].flatMap(({ open }) => [...open.keys()])),
  };
}

/** Lists every open request, the oldest first. */
function openRequests(all: ReadonlyMap<string, Kept>): OpenRequest[] {
  return [...all]
    .flatMap(([did, { open }]) => [...open].map(([model, asked]) => ({ did, model, asked })))
    .sort((a, b) => a.asked - b.asked || (a.model < b.model ? -1 : 1))
    .map(({ did, model }) => ({ did, model }));
}

function newAccount(did: string, created: string): Kept {
  const account = { did, created, wallet: null, saved: [], requests: 0 };
  return { account, open: new Map(), interest: undefined };
}

/** Counts how often each model occurs in `models`, the most frequent first. */
function wantedModels(models: readonly string[]): Wanted[] {
  return [...Map.groupBy(models, (model) => model)]
    .map(([model, { length }]) => ({ model, accounts: length, days: 0 }))
    .sort((a, b) => b.accounts - a.accounts || (a.model < b.model ? -1 : 1));
}

async function closeMet(
  open: Map<string, number>,
  isIndexed: (model: string) => Awaitable<boolean>,
  now: number,
): Promise<void> {
  for (const [model, asked] of [...open])
    if (asked < now - REQUEST_DAYS * DAY_MS || (await isIndexed(model))) open.delete(model);
}
