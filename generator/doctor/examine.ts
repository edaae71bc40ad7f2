// Runs all checks at the same time, each with a time limit.
import { readConfig } from '../../src/service/config.ts';
import { readService } from '../process/read-service.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import type { Check, CheckResult, Patient } from './checks/check.ts';
import { checks, settingsCheck } from './checks.ts';

/** The result of one check. */
export interface DoctorFinding {
  check: string;
  state: CheckResult[0];
  says: string;
  /** The way to mend the fault; absent if there is none. */
  advice?: string;
  /** The page of content/docs that explains the check, and the heading there. */
  docs: string;
}

/** The maximum number of milliseconds for a check. */
const PATIENCE_MS = 10_000;

/**
 * Examines the hub that `env` describes, and gives a finding for each check, in the order of `checks`. Never rejects.
 */
export async function examine(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  try {
    const config = readConfig(env);
    const hub = { config, service: readService(config) };
    return await Promise.all(checks.map((check) => runCheck(check, hub, PATIENCE_MS)));
  } catch (error) {
    const unread: CheckResult = ['skip', 'The settings can’t be read.'];
    return checks.map((one) => findingOf(one, one === settingsCheck ? ['fail', sentenceOf(error)] : unread));
  }
}

/** Runs the check; it fails if it does not end within `patience` milliseconds. */
export async function runCheck(check: Check, hub: Omit<Patient, 'signal'>, patience: number): Promise<DoctorFinding> {
  const ending = new AbortController();
  const late: CheckResult = ['fail', `There was no answer within ${patience / 1000} seconds.`];
  const { promise, resolve } = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(() => {
    resolve(late);
    ending.abort();
  }, patience);
  const looking = (async () => check.run({ ...hub, signal: ending.signal }))();
  const found = looking.catch((error: unknown): CheckResult => ['fail', sentenceOf(error)]);
  return findingOf(check, await Promise.race([found, promise]).finally(() => clearTimeout(timer)));
}

function findingOf({ name, advice, docs }: Check, [state, says]: CheckResult): DoctorFinding {
  const hasAdvice = state === 'warn' || state === 'fail';
  return { check: name, state, says, ...(hasAdvice && { advice }), docs };
}

/** Formats a finding as lines of text. */
export const findingLines = ({ check, state, says, advice, docs }: DoctorFinding) => [
  `${state.padEnd(4)}  ${check.padEnd(11)}  ${says}`,
  ...(advice === undefined ? [] : [`${' '.repeat(19)}${advice} See content/docs/${docs}.`]),
];
