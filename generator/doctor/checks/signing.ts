// Checks the keys of the log, and its witnesses.
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { counted } from '../../../src/model/figures.ts';
import { readLogStatus } from '../../log/log-status.ts';
import { placesOf } from '../../log/open-log.ts';
import { readSigners } from '../../log/signers.ts';
import { readWitnesses } from '../../log/witnesses.ts';
import { type Check, whyNot } from './check.ts';

export const keysCheck: Check = {
  name: 'keys',
  advice: 'Keep the key in a file of mode 0600 that the build alone reads, and name it in HUB_SIGNING_KEY.',
  docs: 'log.md#sign-it',
  async run({ config }) {
    const signers = readSigners(config);
    if (signers.length === 0) return ['skip', 'HUB_SIGNING_KEY is not set here: nothing is signed.'];
    const names = signers.map(({ key: { name, id } }) => `${name}+${id}`).join(', ');
    const [, path] = /^file:(.+)$/.exec(config.signing.keys?.reveal() ?? '') ?? [];
    if (path !== undefined && process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
      return ['fail', `Other users of this machine can read ${path}.`];
    const log = await readLogStatus(placesOf(config), [], Date.now());
    if (log?.expired) return ['fail', `The day that the log signs expired at ${log.expires}.`];
    return ['ok', `The log is signed by ${names}.`];
  },
};

export const witnessesCheck: Check = {
  name: 'witnesses',
  advice: 'Run "model-hub witness", which says what each of them answers.',
  docs: 'log.md#witnesses',
  async run({ config, service, signal }) {
    const witnesses = readWitnesses(service);
    if (witnesses.length === 0) return ['skip', 'service.yaml names no witness.'];
    const asked = await Promise.all(witnesses.map(({ url }) => faultAt(url, signal)));
    const away = asked.find((fault) => fault !== undefined);
    if (away !== undefined) return ['warn', away];
    const log = await readLogStatus(placesOf(config), witnesses, Date.now());
    const [missing] = log?.missing ?? [];
    if (missing !== undefined) return ['warn', `${missing} has not cosigned the newest checkpoint.`];
    return ['ok', `${counted(witnesses.length, 'witness', 'witnesses')} can be reached.`];
  },
};

/** Gives a sentence if the witness can't be reached. A witness that answers with an error counts as reached. */
async function faultAt(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return `The witness at ${url} can’t be reached: ${whyNot(error)}.`;
  }
}
