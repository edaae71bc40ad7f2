// Draws, from the requested models, the ones that a run looks at. Accounts take turns for half of them; the rest are
// drawn by lot.
import type { OpenRequest } from '../../src/service/account-store.ts';

/** The models that people have requested. */
export interface AskedFor {
  /** The open requests of accounts, the oldest first. */
  requests: readonly OpenRequest[];
  /** Ids that callers without an account requested, each once. */
  names: readonly string[];
}

interface Drawing {
  /** The maximum number of models to draw. */
  most: number;
  /** Gives the number of times that an id was not found, and whether runs must still leave it out for that reason. */
  absence: (id: string) => { times: number; waits: boolean } | undefined;
  /** The owners of indexed models, in lower case. */
  owners: ReadonlySet<string>;
  /** Gives a whole number from 0 to `below` - 1. */
  random: (below: number) => number;
}

/**
 * Gives the drawn ids, without repeated ones. Every account has the same share of the first half, however many models
 * it requested. In the second half, names of known owners come first; among equals, names that were missing less often
 * come first. If one half has free places, the other half fills them.
 */
export function drawWishes({ requests, names }: AskedFor, { most, absence, owners, random }: Drawing): string[] {
  const drawn = new Map<string, string>();
  const draw = (id: string) => {
    if (!drawn.has(id.toLowerCase())) drawn.set(id.toLowerCase(), id);
  };
  const timesOf = (id: string) => absence(id)?.times ?? 0;
  const isDue = (id: string) => !absence(id)?.waits;
  const due = requests.filter(({ model }) => isDue(model)).sort((a, b) => timesOf(a.model) - timesOf(b.model));
  const byAccounts = [...inTurns(due, random)];
  const isKnown = (id: string) => owners.has(id.slice(0, id.indexOf('/')).toLowerCase());
  const byLot = shuffled(names.filter(isDue), random).sort(
    (a, b) => Number(isKnown(b)) - Number(isKnown(a)) || timesOf(a) - timesOf(b),
  );
  const fill = (ids: readonly string[], upTo: number) => {
    for (const id of ids) if (drawn.size < upTo) draw(id);
  };
  fill(byAccounts, Math.ceil(most / 2));
  fill(byLot, most);
  fill(byAccounts, most);
  return [...drawn.values()];
}

/** Gives one request of each account, then the second request of each, and so on. */
function* inTurns(requests: AskedFor['requests'], random: Drawing['random']): Generator<string> {
  const accounts = shuffled([...Map.groupBy(requests, ({ did }) => did).values()], random);
  for (let turn = 0; accounts.some(({ length }) => length > turn); turn++)
    for (const account of accounts) {
      const request = account[turn];
      if (request) yield request.model;
    }
}

function shuffled<T>(all: readonly T[], random: Drawing['random']): T[] {
  const mixed = [...all];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
