// Reads the options of commands that make a day, and reports a day that was kept aside.
import { dayOf, isDay } from '../../../src/nouns/calendar.ts';
import type { Config } from '../../../src/service/config.ts';
import type { AsideCommand, KeptAside } from '../../aside/kept-aside.ts';
import type { DayRules } from '../../aside/put-in-force.ts';
import { Failure, UsageFailure } from '../../process/failure.ts';

/**
 * Gives the rules of content/index.yaml by which a new day is judged. Gives undefined if the operator accepts the day.
 */
export async function rulesOf(command: AsideCommand, accept: true | undefined): Promise<DayRules | undefined> {
  if (accept) return undefined;
  const { limitsOf, readIndexRules } = await import('../../crawl/index-rules.ts');
  return { command, limits: limitsOf(readIndexRules()) };
}

/**
 * Gives the day that a command must make: `day`, or else today (UTC). Throws a UsageFailure for a `day` that is no day,
 * or that lies in the future, because no earlier day could follow it.
 */
export function dayToMake(day: string | undefined): string {
  const today = dayOf(Date.now());
  if (day === undefined) return today;
  if (!isDay(day)) throw new UsageFailure(`--day must be a day such as ${today}, not ${JSON.stringify(day)}.`);
  if (day <= today) return day;
  throw new UsageFailure(`--day ${day} is in the future, and no earlier day could follow it: today is ${today} (UTC).`);
}

/** Gives the day that `index` must make: as `dayToMake` does, but with `accept` alone the day that is kept aside. */
export async function dayToIndex(
  { data }: Pick<Config, 'data'>,
  { day, accept }: { day?: string | undefined; accept?: true | undefined },
): Promise<string> {
  const { readAside } = await import('../../aside/kept-aside.ts');
  const aside = day === undefined && accept ? readAside(data) : undefined;
  return aside?.command === 'index' ? aside.snapshot : dayToMake(day);
}

/** Throws a Failure that names the faults of `aside`, if a day was kept aside. */
export async function failAside(aside: KeptAside | undefined): Promise<void> {
  if (!aside) return;
  const { asideSentence } = await import('../../aside/kept-aside.ts');
  throw new Failure(asideSentence(aside));
}
