// Checks the hub through its public address, with any proxy in front, as clients see it.
import { hubPlace } from '../../../functions/stores/tree/remote-places.ts';
import { CURRENT, parseCurrent } from '../../../src/tree/store.ts';
import { currentStamp } from '../../packs/tree-layout.ts';
import { type Check, type CheckResult, type Patient, whyNot } from './check.ts';
import { healthAt } from './served-health.ts';

/** A path whose answer is long enough for a proxy to compress it. */
const UNCOMPRESSED = '/v2/_catalog?n=1000';

export const addressCheck: Check = {
  name: 'address',
  advice: 'Set HUB_BASE_URL to the address that people use, and let the proxy in front pass everything on as it came.',
  docs: 'edge.md#a-proxy-alone',
  async run({ config, service, signal }) {
    const base = config.baseUrl ?? service.baseUrl;
    if (base === undefined) return ['warn', 'HUB_BASE_URL is not set: documents name the address of this machine.'];
    try {
      const health = await healthAt(base, signal);
      if ('fault' in health) return ['fail', `${base} ${health.fault}.`];
      if (health.status !== 'ready') return ['fail', `${base} answers, and its health is "${health.status}".`];
      return (
        (await compressedThere(base, signal)) ?? (await otherTreeThere(base, config)) ?? ['ok', `${base} answers.`]
      );
    } catch (error) {
      return ['fail', `${base} can’t be asked from here: ${whyNot(error)}.`];
    }
  },
};

/**
 * Gives a failure if a proxy compresses answers, which breaks registry clients. The hub itself does not compress this
 * answer.
 */
async function compressedThere(base: string, signal: AbortSignal): Promise<CheckResult | undefined> {
  const response = await fetch(base + UNCOMPRESSED, { headers: { 'Accept-Encoding': 'gzip, br' }, signal });
  await response.body?.cancel();
  const coding = response.headers.get('content-encoding');
  return coding === null
    ? undefined
    : ['fail', `What stands in front of ${base} compresses answers under /v2/ (${coding}).`];
}

/**
 * Warns if the public address serves another tree: a proxy may lead to another hub, or to one that has not opened this
 * tree.
 */
async function otherTreeThere(base: string, { dist, tree }: Patient['config']): Promise<CheckResult | undefined> {
  const here = 'folder' in tree ? currentStamp(dist) : undefined;
  const bytes = here && (await hubPlace(base).store.get(CURRENT));
  const there = bytes && parseCurrent(new TextDecoder().decode(bytes));
  if (here === undefined || there === undefined || there === here.name) return undefined;
  return ['warn', `${base} serves another tree than the one of ${here.stamp.snapshot} that is in HUB_DIST.`];
}
