// Reads the models that people requested from the hub, for one run.
import { randomInt } from 'node:crypto';
import type { Config } from '../../src/service/config.ts';
import { atDesk } from '../accounts/at-desk.ts';
import { Failure } from '../process/failure.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import { type AskedFor, drawWishes } from './draw-wishes.ts';
import { demandOf, type IndexRules } from './index-rules.ts';

export interface PeopleReport {
  /** The number of names that the run looks at. */
  drawn: number;
  /** The number of names that wait because they were not found lately. */
  absent: number;
  /** The reason why the database was not asked, as a sentence. */
  fault?: string;
}

interface WishesOfPeople {
  /**
   * Makes a function that draws requested names, without those for which `isKnown` is true, and fills the report.
   * `indexed` are the ids of the index.
   */
  draw(indexed: readonly string[]): (isKnown: (id: string) => boolean) => string[];
  report: PeopleReport;
}

/** Reads the models that people requested. If the database can't be reached, the run continues without them. */
export async function wishesOfPeople(
  config: Config,
  rules: IndexRules,
  memory: CrawlMemory,
  day: string,
): Promise<WishesOfPeople> {
  const report: PeopleReport = { drawn: 0, absent: 0 };
  const { names: most } = demandOf(rules);
  const demand = most === 0 ? { requests: [], names: [] } : await readDemand(config).catch(noteFault);
  return { draw, report };

  function noteFault(error: unknown): AskedFor {
    if (!(error instanceof Failure)) throw error;
    report.fault = error.message;
    return { requests: [], names: [] };
  }

  function draw(indexed: readonly string[]) {
    return (isKnown: (id: string) => boolean): string[] => {
      const owners = new Set(indexed.map((id) => id.slice(0, id.indexOf('/')).toLowerCase()));
      const requests = demand.requests.filter(({ model }) => !isKnown(model));
      const names = demand.names.filter((id) => !isKnown(id));
      const absence = (id: string) => memory.absence(day, id);
      const drawn = drawWishes({ requests, names }, { most, absence, owners, random: randomInt });
      report.drawn = drawn.length;
      const all = new Set([...requests.map(({ model }) => model), ...names]);
      report.absent = [...all].filter((id) => absence(id)?.waits).length;
      return drawn;
    };
  }
}

const readDemand = (config: Config): Promise<AskedFor> =>
  atDesk(config, async (desk) => {
    const names = (await desk.wanted()).filter(({ days }) => days > 0).map(({ model }) => model);
    return { requests: await desk.openRequests(), names };
  });
