// Lists what people asked for: to publish, and models that the index still lacks.
import type { NamedInterest, Wanted } from '../../src/service/account-store.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { idsInDay, openToday } from '../days/days-back.ts';
import { currentPointer } from '../days/pointer.ts';
import { Failure } from '../process/failure.ts';
import { withAdmin } from './database.ts';

/** The maximum number of interests on a page. */
const PAGE = 100;

export interface InterestPage {
  interests: NamedInterest[];
  /** The id of the last person on this page, after whom the next page begins; null on the last page. */
  next: string | null;
}

/**
 * Reads the newest interests in publishing, or those that follow the interest of the person `after`. Rejects with a
 * Failure when the database can't be reached, or when that person did not ask to publish.
 */
export function readInterests(env: Environment, after?: string): Promise<InterestPage> {
  return withAdmin(readConfig(env), async (desk) => {
    // Reads one interest more than a page holds. If the database has it, there is another page.
    const found = await desk.interests(PAGE + 1, after);
    if (found === undefined) throw new Failure(`${after} did not ask to publish: leave out --after to see the newest.`);
    const interests = found.slice(0, PAGE);
    return { interests, next: found.length > PAGE ? interests.at(-1)!.did : null };
  });
}

/**
 * Lists the requested models that the index lacks, the most requested first. Rejects with a Failure when the database
 * can't be reached.
 */
export async function readWanted(env: Environment): Promise<Wanted[]> {
  const config = readConfig(env);
  const wanted = await withAdmin(config, (desk) => desk.wanted());
  if (wanted.length === 0 || !currentPointer(config.data)) return wanted;
  const { catalog } = await openToday(config);
  const here = new Set(idsInDay(catalog, new Set(wanted.map(({ model }) => model.toLowerCase()))));
  return wanted.filter(({ model }) => !here.has(model));
}
