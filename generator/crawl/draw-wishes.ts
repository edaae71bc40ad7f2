// Draws the models that people asked for and that a run looks at: half of them by accounts, who take turns, the rest by lot.
import type { OpenRequest } from '../../src/service/account-store.ts';

/** The models that people asked for. */
export interface AskedFor {
  /** Open requests of accounts, the oldest first. */
  requests: readonly OpenRequest[];
  /** Ids that somebody asked for whom nobody knows, each once. */
  names: readonly string[];
}

interface Drawing {
  /** Names to draw at most. */
  most: number;
  /** Counts how often an id was not found, and tells whether it waits for that reason. */
  absence: (id: string) => { times: number; waits: boolean } | undefined;
  /** Owners of indexed models, in lower case. */
  owners: ReadonlySet<string>;
  /** Gives a number from 0 up to, and without, `below`. */
  random: (below: number) => number;
}

/**
 * Gives ids without doubles. Every account has the same share of the first half, however many models it asked for; among
 * the other names those of known owners come first, then those that were looked for least. Each half takes what the other
 * leaves.
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

/** One request of each account, then the second of each, and so on. */
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
