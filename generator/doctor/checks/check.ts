// Declares a check of the doctor: its name, its advice, and the page that explains it.
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { sentenceOf } from '../../process/sentence-of.ts';

/** The hub that the doctor examines. */
export interface Patient {
  config: Config;
  service: Service;
  /** Aborted when the check's time is up, so that its requests end. */
  signal: AbortSignal;
}

/** `skip` means that there is nothing to check. */
export type CheckResult = readonly [state: 'ok' | 'warn' | 'fail' | 'skip', says: string];

export interface Check {
  name: string;
  /** A sentence about how to mend a fault. */
  advice: string;
  /** The page of content/docs, and the heading there. */
  docs: `${string}.md#${string}`;
  /** Checks, and changes nothing. An error that it throws is a failure. */
  run(patient: Patient): CheckResult | Promise<CheckResult>;
}

/** Gives the reason of a failed request, without a full stop. */
export function whyNot(error: unknown): string {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError' || name === 'AbortError') return 'it does not answer';
  return cause?.code ?? cause?.message ?? sentenceOf(error).replace(/\.$/, '');
}

const GRAVEST = ['fail', 'warn', 'ok', 'skip'];

/** Gives the gravest result; the first one if several are equally grave. */
export const gravest = (found: readonly CheckResult[]): CheckResult | undefined =>
  found.toSorted(([one], [other]) => GRAVEST.indexOf(one) - GRAVEST.indexOf(other))[0];
