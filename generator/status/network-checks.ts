// Checks of what the hub asks and what asks it: the public address, sources, databases, buckets, witnesses.
import { existsSync } from 'node:fs';
import { askLocalSources } from '../../functions/hosts/local-hub.ts';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { withStores } from '../../functions/stores/open-stores.ts';
import { counted } from '../../src/model/figures.ts';
import type { BucketPlace } from '../../src/service/config.ts';
import type { Archive } from '../../src/shapes/discovery.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { placesOf } from '../log/log-folder.ts';
import { readLogStatus } from '../log/log-status.ts';
import { readWitnesses } from '../log/witnesses.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { whyUnreached } from '../process/failure.ts';
import { type Check, type CheckResult, gravest } from './check.ts';

/**
 * Gives the status of the hub's health. If the address is no hub, gives the reason instead, as words that follow the
 * address in a sentence.
 */
export async function healthAt(base: string, signal: AbortSignal): Promise<{ status: string } | { fault: string }> {
  const response = await fetch(`${base}/healthz`, { redirect: 'manual', signal });
  const to = response.headers.get('location');
  if (to !== null) return { fault: `leads elsewhere (${response.status} to ${to})` };
  const health = (await response.json().catch(() => undefined)) as
    | { status?: unknown; modules_ready?: unknown }
    | undefined;
  if (typeof health?.status === 'string' && health.modules_ready !== undefined) return { status: health.status };
  return { fault: `answers with ${response.status}, and not as a hub does` };
}

/** A path whose answer is long enough for a proxy to compress it. The hub itself does not compress it. */
const UNCOMPRESSED = '/v2/_catalog?n=1000';
const ARCHIVE = href(routes.archive);

export const addressCheck: Check = {
  name: 'address',
  advice: 'Set HUB_BASE_URL to the address that people use, and let the proxy in front pass everything on as it came.',
  docs: 'edge.md#another-proxy',
  async run({ config: { baseUrl, dist, tree }, service, signal }) {
    const base = baseUrl ?? service.baseUrl;
    if (base === undefined) return ['warn', 'HUB_BASE_URL is not set: documents name the address of this machine.'];
    try {
      const health = await healthAt(base, signal);
      if ('fault' in health) return ['fail', `${base} ${health.fault}.`];
      if (health.status !== 'ready') return ['fail', `${base} answers, and its health is "${health.status}".`];
      const { headers, body } = await fetch(base + UNCOMPRESSED, {
        ...{ headers: { 'Accept-Encoding': 'gzip, br' }, signal },
      });
      await body?.cancel();
      const coding = headers.get('content-encoding');
      // A changed body breaks clients of registries.
      if (coding !== null)
        return ['fail', `What stands in front of ${base} compresses answers under /v2/ (${coding}).`];
      const here = 'folder' in tree ? currentStamp(dist) : undefined;
      const archive = here && ((await (await fetch(`${base}${ARCHIVE}`, { signal })).json()) as Archive);
      const there = archive?.days[0]?.date;
      if (here && there && there !== here.stamp.snapshot)
        return ['warn', `${base} serves ${there}, and not ${here.stamp.snapshot}, which is in HUB_DIST.`];
      const { protocol, hostname } = new URL(base);
      if (protocol === 'https:' || /^(localhost$|127\.|\[::1\]$)/.test(hostname)) return ['ok', `${base} answers.`];
      return ['warn', `${base} is http: clients of registries refuse it, and anybody on the way can change an answer.`];
    } catch (error) {
      return ['fail', `${base} can’t be asked from here: ${whyUnreached(error)}.`];
    }
  },
};

export const sourcesCheck: Check = {
  name: 'sources',
  advice: 'See whether it is down for all, or for this machine alone: name server, firewall, proxy.',
  docs: 'sources.md#health',
  async run({ config, service, signal }) {
    const asked = await askLocalSources(config, service, signal);
    if (asked.length === 0) return ['skip', 'No source has a probe file in service.yaml.'];
    const down = asked.filter(({ ok }) => !ok).length;
    const words = asked.map(({ host, reason }) => `${host} ${reason}`).join(', ');
    return [down === asked.length ? 'fail' : down > 0 ? 'warn' : 'ok', `${words}.`];
  },
};

export const databaseCheck: Check = {
  name: 'database',
  advice: 'Mend it, or correct HUB_DATABASE: accounts get 503 meanwhile, and everything else is answered.',
  docs: 'operating.md#when-a-database-fails',
  async run({ config }) {
    const path = config.database.kind === 'sqlite' ? config.database.path : undefined;
    if (path !== undefined && !existsSync(path)) return ['ok', `${path} is not there yet: the hub makes it.`];
    await withStores(config, async (stores) => {
      await stores.open();
      await stores.health.load();
    });
    return ['ok', path === undefined ? 'The database of HUB_DATABASE answers.' : `${path} can be opened.`];
  },
};

export const bucketCheck: Check = {
  name: 'bucket',
  advice: 'Correct the bucket, AWS_ENDPOINT_URL_S3 or the keys, and give the keys the rights that the page lists.',
  docs: 'buckets.md#permissions',
  async run({ config: { published, tree } }) {
    const places = [published, tree].flatMap((place) => ('bucket' in place ? [place.bucket] : []));
    const found = await Promise.all(places.map((place) => askBucket(place)));
    return gravest(found) ?? ['skip', 'No bucket is named.'];
  },
};

/** Asks for a file that every tree has. A bucket of objects may lack this file, so a 404 is good as well. */
async function askBucket(place: BucketPlace): Promise<CheckResult> {
  const bucket = await openBucket(place, { isWaitedFor: true });
  try {
    await bucket.get(CURRENT);
    return ['ok', `${bucket.address} answers.`];
  } catch (error) {
    return ['fail', `${(error as Error).message}.`];
  }
}

export const witnessesCheck: Check = {
  name: 'witnesses',
  advice: 'Run "model-hub witness", which says what each of them answers.',
  docs: 'log.md#witnesses',
  async run({ config, service, signal }) {
    const witnesses = readWitnesses(service);
    if (witnesses.length === 0) return ['skip', 'service.yaml names no witness.'];
    for (const { url } of witnesses) {
      try {
        // A witness that answers with an error counts as reached.
        await (await fetch(url, { redirect: 'manual', signal })).body?.cancel();
      } catch (error) {
        return ['warn', `The witness at ${url} can’t be reached: ${whyUnreached(error)}.`];
      }
    }
    const log = await readLogStatus(placesOf(config), witnesses, Date.now());
    const [missing] = log?.missing ?? [];
    if (missing !== undefined) return ['warn', `${missing} has not cosigned the newest checkpoint.`];
    return ['ok', `${counted(witnesses.length, 'witness', 'witnesses')} can be reached.`];
  },
};
