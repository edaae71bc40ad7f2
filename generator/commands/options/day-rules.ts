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
 * Gives the day that a command must make: `day` if it is given; with `accept` the day that `index` kept aside;
 * otherwise today. Rejects with a UsageFailure if `day` is no day.
 */
export async function dayAsked(
  { data }: Pick<Config, 'data'>,
  { day, accept }: { day?: string | undefined; accept?: true | undefined },
): Promise<string> {
  if (day !== undefined && !isDay(day))
    throw new UsageFailure(`--day must be a day such as 2026-11-20, not ${JSON.stringify(day)}.`);
  if (day !== undefined) return day;
  const { readAside } = await import('../../aside/kept-aside.ts');
  const aside = accept && readAside(data);
  return aside?.command === 'index' ? aside.snapshot : dayOf(Date.now());
}

/** Throws a Failure that names the faults of `aside`, if a day was kept aside. */
export async function failAside(aside: KeptAside | undefined): Promise<void> {
  if (!aside) return;
  const { asideSentence } = await import('../../aside/kept-aside.ts');
  throw new Failure(asideSentence(aside));
}
