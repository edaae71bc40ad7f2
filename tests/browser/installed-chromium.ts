// Finds this machine's Chromium without loading the code that starts one.
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { notHere } from '../fixtures/needs.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Returns the path of the system's Chromium; undefined if there is none. */
export const installedChromium = () => PLACES.find((path) => existsSync(path));

/**
 * Says why tests can't start Chromium here; undefined if they can. Without a Chromium of the system they use npm's,
 * which runs only on Linux on x64.
 */
export function chromiumMissing(): string | undefined {
  const canRunPacked = platform === 'linux' && arch === 'x64';
  return canRunPacked || installedChromium()
    ? undefined
    : notHere('Chromium', `it is looked for at ${PLACES.join(', ')}`);
}
