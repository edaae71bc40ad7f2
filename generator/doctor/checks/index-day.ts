// Checks the newest day, and the operator's contact that upstreams see.
import { asideSentence, readAside } from '../../aside/kept-aside.ts';
import { readPointer } from '../../days/pointer.ts';
import { readFreshness } from '../../status/freshness.ts';
import type { Check } from './check.ts';

/** The age in milliseconds from which the newest day is too old. A new day is made each night, and may take hours. */
const OLD_MS = 36 * 3_600_000;

export const contactCheck: Check = {
  name: 'contact',
  advice: 'Set contact in service.yaml to a mailto or https address that somebody reads.',
  docs: 'indexing.md#manners',
  run({ service: { contact } }) {
    if (contact === undefined)
      return ['warn', 'service.yaml names no contact for the sources and upstreams that are asked.'];
    if (/[@./]example\b/.test(contact)) return ['warn', `The contact ${contact} is that of an example.`];
    return ['ok', `Sources and upstreams learn the contact ${contact}.`];
  },
};

export const dayCheck: Check = {
  name: 'day',
  advice: 'Look at the last run of "model-hub day", and run it again.',
  docs: 'operating.md#every-day',
  async run({ config }) {
    const { fresh, reason } = await readFreshness(config, OLD_MS, Date.now());
    const aside = readAside(config.data);
    if (aside) return ['warn', asideSentence(aside)];
    if (fresh) return ['ok', reason];
    const hasOwn = !('folder' in config.tree) || readPointer(config.data) !== undefined;
    return [hasOwn ? 'fail' : 'warn', reason];
  },
};
