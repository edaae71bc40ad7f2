// A check of the doctor: its name, what to do when it finds something, and the page that explains it.
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { sentenceOf } from '../../process/sentence-of.ts';

/** The hub that is looked at. */
export interface Patient {
  config: Config;
  service: Service;
  /** Ends what a check has under way when its time is up. */
  signal: AbortSignal;
}

/** `skip`: there is nothing to look at. */
export type CheckResult = readonly [state: 'ok' | 'warn' | 'fail' | 'skip', says: string];

export interface Check {
  name: string;
  /** A sentence: the way to mend what it finds. */
  advice: string;
  /** The page of content/docs, and the heading there. */
  docs: `${string}.md#${string}`;
  /** Looks, and changes nothing. An error that it throws is a failure. */
  run(patient: Patient): CheckResult | Promise<CheckResult>;
}

/** Why something could not be asked, without a full stop. */
export function whyNot(error: unknown): string {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError' || name === 'AbortError') return 'it does not answer';
  return cause?.code ?? cause?.message ?? sentenceOf(error).replace(/\.$/, '');
}

const GRAVEST = ['fail', 'warn', 'ok', 'skip'];

/** The gravest of some results; the first of several. */
export const gravest = (found: readonly CheckResult[]): CheckResult | undefined =>
  found.toSorted(([one], [other]) => GRAVEST.indexOf(one) - GRAVEST.indexOf(other))[0];
