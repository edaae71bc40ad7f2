// Reads the models that people requested from the hub, for one run.
import { randomInt } from 'node:crypto';
import type { OpenRequest } from '../../src/service/account-store.ts';
import { withAdmin } from '../accounts/database.ts';
import { Failure } from '../process/failure.ts';
import type { CrawlRun } from './crawl-run.ts';

export interface PeopleReport {
  /** The number of names that the run looks at. */
  drawn: number;
  /** The number of names that wait because they were not found lately. */
  absent: number;
  /** The reason why the database was not asked, as a sentence. */
  fault?: string;
}

/**
 * Draws models that people requested, without those for which `isKnown` is true. `indexed` are the ids of the index. If
 * the database can't be reached, the run continues without them.
 */
export async function wishesOfPeople(
  { config, rules, memory, day }: CrawlRun,
  indexed: readonly string[],
  isKnown: (id: string) => boolean,
): Promise<{ ids: string[]; report: PeopleReport }> {
  const most = rules.wishes.demand?.names;
  if (most === undefined) return { ids: [], report: { drawn: 0, absent: 0 } };
  try {
    const demand = await withAdmin(config, async (desk) => ({
      requests: (await desk.openRequests()).filter(({ model }) => !isKnown(model)),
      names: (await desk.wanted()).flatMap(({ days, model }) => (days > 0 && !isKnown(model) ? model : [])),
    }));
    const owners = new Set(indexed.map(ownerOf));
    const absence = (id: string) => {
      const missed = memory.get('missed', id.toLowerCase());
      return missed && { times: missed.times, waits: missed.until > day };
    };
    const ids = drawWishes(demand, { most, absence, owners, random: randomInt });
    const all = new Set([...demand.requests.map(({ model }) => model), ...demand.names]);
    return { ids, report: { drawn: ids.length, absent: [...all].filter((id) => absence(id)?.waits).length } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ids: [], report: { drawn: 0, absent: 0, fault: error.message } };
  }
}

const ownerOf = (id: string) => id.slice(0, id.indexOf('/')).toLowerCase();

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
 * Gives the drawn ids, without repeated ones: in turn one of an account, and one by lot. Every account has the same share
 * of its half, however many models it requested. In the other half, names of known owners come first; among equals,
 * names that were missing less often come first. If one half has free places, the other half fills them.
 */
export function drawWishes({ requests, names }: AskedFor, { most, absence, owners, random }: Drawing): string[] {
  const timesOf = (id: string) => absence(id)?.times ?? 0;
  const isDue = (id: string) => !absence(id)?.waits;
  const due = requests.filter(({ model }) => isDue(model)).sort((a, b) => timesOf(a.model) - timesOf(b.model));
  const isKnown = (id: string) => owners.has(ownerOf(id));
  const byLot = shuffled(names.filter(isDue), random).sort(
    (a, b) => Number(isKnown(b)) - Number(isKnown(a)) || timesOf(a) - timesOf(b),
  );
  const halves = [inTurns(due, random), byLot.values()];
  const drawn = new Map<string, string>();
  for (let ended = 0, at = 0; drawn.size < most && ended < halves.length; at++) {
    const { value: id, done } = halves[at % halves.length]!.next();
    ended = done ? ended + 1 : 0;
    if (!done && !drawn.has(id.toLowerCase())) drawn.set(id.toLowerCase(), id);
  }
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
