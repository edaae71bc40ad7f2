// Declares a check of what a hub needs, and runs checks, each with a time limit.
import { defined } from '../../src/basics/records.ts';
import type { Config, Environment } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { sentenceOf } from '../process/sentence-of.ts';

/** The hub that is checked. */
interface CheckedHub {
  env: Environment;
  config: Config;
  service: Service;
  /** Aborted when the check's time is up, so that its requests end. */
  signal: AbortSignal;
}

/** `skip` means that there is nothing to check. */
export type CheckResult = readonly [state: 'ok' | 'warn' | 'fail' | 'skip', says: string];

export interface Check {
  name: string;
  /** A sentence about how to mend a fault; absent if the sentences about its faults say it themselves. */
  advice?: string;
  /** The page of content/docs, and the heading there. */
  docs: `${string}.md#${string}`;
  /** Checks, and leaves every file of the hub as it is. An error that it throws is a failure. */
  run(hub: CheckedHub): CheckResult | Promise<CheckResult>;
}

/** The result of one check. */
export interface Finding {
  check: string;
  state: CheckResult[0];
  says: string;
  /** The way to mend the fault; absent if there is none, or if `says` tells it. */
  advice?: string;
  docs: string;
}

export const isAmiss = (state: CheckResult[0]): boolean => state === 'warn' || state === 'fail';

export function findingOf({ name, advice, docs }: Omit<Check, 'run'>, [state, says]: CheckResult): Finding {
  return { check: name, state, says, ...(isAmiss(state) && defined({ advice })), docs };
}

/** Runs the check; it fails if it does not end within `limit` milliseconds. */
export async function runCheck(check: Check, hub: Omit<CheckedHub, 'signal'>, limit: number): Promise<Finding> {
  const ending = new AbortController();
  const { promise, resolve } = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(() => {
    resolve(['fail', `There was no answer within ${limit / 1000} seconds.`]);
    ending.abort();
  }, limit);
  const looking = (async () => check.run({ ...hub, signal: ending.signal }))();
  const found = looking.catch((error: unknown): CheckResult => ['fail', sentenceOf(error)]);
  return findingOf(check, await Promise.race([found, promise]).finally(() => clearTimeout(timer)));
}

const GRAVEST = ['fail', 'warn', 'ok', 'skip'];

/** Gives the gravest result; the first one if several are equally grave. */
export const gravest = (found: readonly CheckResult[]): CheckResult | undefined =>
  found.toSorted(([one], [other]) => GRAVEST.indexOf(one) - GRAVEST.indexOf(other))[0];
