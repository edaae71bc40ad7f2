// Lists who asked to publish, a page at a time.
import type { NamedInterest } from '../../src/service/account-store.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';
import { atDesk } from './at-desk.ts';

/** The most interests in a page. */
const PAGE = 100;

export interface InterestPage {
  interests: NamedInterest[];
  /** The person after whom the next page begins; null on the last page. */
  next: string | null;
}

/**
 * Reads the newest interests in publishing, or those after the interest of `after`. Rejects with a Failure when the
 * database is away, or when that person has none.
 */
export function readInterests(env: Environment, after?: string): Promise<InterestPage> {
  return atDesk(readConfig(env), async (desk) => {
    // One more than a page proves that there are more.
    const found = await desk.interests(PAGE + 1, after);
    if (found === undefined) throw new Failure(`${after} did not ask to publish: leave out --after to see the newest.`);
    const interests = found.slice(0, PAGE);
    return { interests, next: found.length > PAGE ? interests.at(-1)!.did : null };
  });
}
