// Compares the clock of this machine with those of the sources.
import { once } from 'node:events';
import { request as askPlain, type IncomingMessage } from 'node:http';
import { request as askSecurely } from 'node:https';
import { counted } from '../../../src/model/figures.ts';
import type { Check } from './check.ts';

/**
 * Differences between two clocks, in seconds. ODD or more gets a warning. WRONG or more is a failure, because it breaks
 * certificates and sign-ins.
 */
const [ODD, WRONG] = [60, 300];

export const clockCheck: Check = {
  name: 'clock',
  advice: 'Have the machine set its clock by NTP: days, certificates and signatures go by it.',
  docs: 'operating.md#doctor',
  async run({ service: { sources }, signal }) {
    const asked = await Promise.allSettled(sources.map(({ base }) => secondsBehind(base, signal)));
    const found = asked.flatMap((one) => (one.status === 'fulfilled' && !Number.isNaN(one.value) ? [one.value] : []));
    // Judges by the smallest difference, since a single source may itself be wrong.
    const [least] = found.sort((a, b) => Math.abs(a) - Math.abs(b));
    if (least === undefined) return ['skip', 'No source that tells the time could be asked.'];
    const off = Math.abs(least);
    if (off < ODD) return ['ok', `The clock agrees with ${counted(found.length, 'source')}.`];
    const by = `The clock is ${counted(off, 'second')} ${least > 0 ? 'behind' : 'ahead of'} every source.`;
    return [off < WRONG ? 'warn' : 'fail', by];
  },
};

/**
 * Gives the number of seconds by which this machine's clock is behind that of the server at `base`, from `Date` and
 * `Age` (RFC 9110 6.6.1, RFC 9111 5.1).
 */
async function secondsBehind(base: string, signal: AbortSignal): Promise<number> {
  const ask = base.startsWith('https:') ? askSecurely : askPlain;
  // Accepts every certificate: a wrong clock makes all of them invalid, and this request only reads the time.
  const request = ask(base, { method: 'HEAD', signal, rejectUnauthorized: false }).end();
  const [{ headers }] = (await once(request, 'response')) as [IncomingMessage];
  request.destroy();
  return Math.round((Date.parse(headers.date ?? '') - Date.now()) / 1000) + Number(headers.age ?? 0);
}
