// Looks at all that a hub needs, and says what to do.
import { type Environment, readConfig, sourceVariable } from '../../src/service/config.ts';
import { settingNames } from '../../src/service/settings.ts';
import { readService } from '../process/read-service.ts';
import { readSecretFiles, secretFileNames } from '../process/secret-files.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import { type Check, type CheckResult, type Finding, findingOf, isAmiss, runCheck } from './check.ts';
import { contactCheck, dayCheck, keysCheck, permissionsCheck, portCheck, roomCheck } from './local-checks.ts';
import { addressCheck, bucketCheck, databaseCheck, sourcesCheck, witnessesCheck } from './network-checks.ts';

/** The other checks run only if the settings can be read. */
const settingsCheck: Check = {
  name: 'settings',
  advice: 'Correct the variable, or the file, that the sentence names.',
  docs: 'settings.md#variables',
  run({ env, service }) {
    const known = new Set([
      ...[...settingNames, ...secretFileNames],
      ...service.sources.map(({ token }) => sourceVariable(token)),
    ]);
    const unknown = Object.keys(env).filter((name) => name.startsWith('HUB_') && !known.has(name));
    if (unknown.length > 0) return ['fail', `The hub reads no variable of this name: ${unknown.sort().join(', ')}.`];
    return ['ok', `The variables and service.yaml are read: ${service.name}.`];
  },
};

/** The checks in the order of the report. */
export const checks: readonly Check[] = [
  ...[settingsCheck, addressCheck, permissionsCheck, portCheck, roomCheck, sourcesCheck],
  ...[databaseCheck, bucketCheck, keysCheck, witnessesCheck, contactCheck, dayCheck],
];

/** The maximum number of milliseconds for a check. */
const LIMIT_MS = 10_000;

/** Checks the hub that `env` describes, reads secrets from files into `env`, and gives a finding for each check, in their order. Never rejects. */
export async function checkHub(env: Environment): Promise<Finding[]> {
  try {
    readSecretFiles(env);
    const config = readConfig(env);
    const hub = { env, config, service: readService(config) };
    return await Promise.all(checks.map((check) => runCheck(check, hub, LIMIT_MS)));
  } catch (error) {
    const unread: CheckResult = ['skip', 'The settings can’t be read.'];
    return checks.map((one) => findingOf(one, one === settingsCheck ? ['fail', sentenceOf(error)] : unread));
  }
}

/** Formats a finding as lines of text. */
export const findingLines = ({ check, state, says, advice, docs }: Finding): string[] => [
  `${state.padEnd(4)}  ${check.padEnd(11)}  ${says}`,
  ...(isAmiss(state) ? [`${' '.repeat(19)}${advice === undefined ? '' : `${advice} `}See content/docs/${docs}.`] : []),
];
