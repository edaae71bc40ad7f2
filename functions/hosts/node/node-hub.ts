// Opens the parts of the hub in one Node process (tree, stores, prober, website) for any server, and closes them in
// order.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import metadata from '../../../package.json' with { type: 'json' };
import { loadAttestations } from '../../../src/attestation/load-attestations.ts';
import { LOG_FOLDER } from '../../../src/log/tiles.ts';
import { type Config, CRAWL_DATABASE, publicBaseUrl } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { createClient } from '../../client/http-client.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import { createAllowance } from '../../ports/allowance.ts';
import type { DemandPort, LogPort, ObjectsPort, Ports, Tree } from '../../ports/ports.ts';
import { faultNotices, settingsPorts } from '../../rim/settings-ports.ts';
import { holderChecks, noHolderChecks } from '../../sources/holder-checks.ts';
import { type ProbeResult, probedOf, probeSource, userAgent } from '../../sources/probe.ts';
import { Prober } from '../../sources/prober.ts';
import { FolderBytes } from '../../stores/bytes/folder-bytes.ts';
import { openObjectFolder, publishedObjects } from '../../stores/objects/object-store.ts';
import { followWithdrawals, openStores, type Stores } from '../../stores/open-stores.ts';
import { folderPlace } from '../../stores/tree/folder-tree.ts';
import { logFiles } from '../../stores/tree/log-files.ts';
import { TreeFollower } from '../../stores/tree/tree-follower.ts';
import type { HubMetrics, ObservedHub } from './metrics.ts';
import { openWebsite, websiteFolder } from './node-website.ts';

export interface NodeHubSettings {
  config: Config;
  service: Service;
  /** The public address; undefined for the address at which the server listens. */
  baseUrl: string | undefined;
  /** Writes one-line notices of faults. */
  writeNotice: (line: string) => void;
  /** Counts the sources that redirects passed over, and the answers of sources to holder checks. */
  metrics?: Pick<HubMetrics, 'passed'> | undefined;
  /** Makes the pages; by default the website under HUB_DIST makes them. */
  pages?: PagePort;
}

interface NodeHub {
  hub: Hub;
  /** The parts that metrics observe. */
  facts: ObservedHub;
  /** Reports a fault of ours and the request that caused it. */
  onFault: Ports['onFault'];
  /**
   * Begins to probe. `url` is the address at which the server listens; it becomes the public address unless the
   * settings name one.
   */
  begin(url?: string): void;
  /** Makes health say, from now on, that the hub is about to end. */
  leave(): void;
  /** Stops the probes, and the search for new trees and withdrawals. Running requests can still be answered. */
  stop(): void;
  /** Closes the stores. */
  close(): Promise<void>;
}

/** The milliseconds that this hub has at its end to tell other instances that it ends. */
const LEAVE_MS = 1000;

const { version } = metadata;

/**
 * Opens the hub, and probes nothing yet. Rejects with one sentence if a part that it needs at the start can't be used.
 */
export async function openNodeHub(settings: NodeHubSettings): Promise<NodeHub> {
  const { config, service, baseUrl = '', writeNotice, metrics } = settings;
  const onFault = faultNotices(writeNotice);
  const { tree, log } = await followPlace(settings);
  const { key, client } = config.identity;
  const signIn =
    key || client
      ? await (await import('../../account/sign-in.ts')).openSignIn(config, writeNotice)
      : { identity: undefined, signIn: undefined };
  const stores = openStores({
    config,
    notice: writeNotice,
    onFault: (error) => onFault(error, 'noting demand or health'),
  });
  // Brings the tables up to date. The stores report a failure, and the hub starts all the same.
  if (signIn.identity || config.database.kind === 'postgres') await stores.open().catch(() => {});
  const { health, holders } = openChecks(settings, stores, tree.current, onFault);
  let served: Tree | undefined;
  const serve = () => {
    served = tree.current()?.served(ports);
  };
  const withdrawn = await followWithdrawals(stores);
  const ports: Ports = {
    ...settingsPorts({ config, service, baseUrl, version, writeNotice }),
    ...{ health, holders, log, isTreeAway: tree.isAway, withdrawn: withdrawn.get },
    objects: await openPublished(config.published, writeNotice),
    attestations: await loadAttestations(config.attestationKey),
    demand: limitedDemand(stores.demand),
    // A run of `index` leaves its memory there.
    isIndexing: () => existsSync(join(config.data, CRAWL_DATABASE)),
    accounts: {
      store: stores.accounts,
      allowance: createAllowance(stores.instances?.takeRate),
      ...signIn,
    },
    onSourcePassed: metrics?.passed,
    pages: settings.pages ?? openWebsite(websiteFolder(config)),
    tree: () => served,
  };
  tree.onOpen = serve;
  serve();
  let left: Promise<void> | undefined;
  return {
    ...{ hub: createHub(ports), onFault },
    facts: { version, tree, log, holders, health, database: stores.accounts },
    begin(url = '') {
      if (settings.baseUrl === undefined) ports.baseUrl = url;
      serve();
      withdrawn.start(serve);
      health.start();
    },
    leave() {
      ports.leaving = true;
    },
    stop() {
      left = health.stop();
      holders.stop();
      tree.stop();
      withdrawn.stop();
    },
    async close() {
      // The wait ends after LEAVE_MS, because the database may not answer.
      await Promise.race([left, sleep(LEAVE_MS, undefined, { ref: false })]);
      await stores.close();
    },
  };
}

/** Follows the tree that HUB_TREE names, and reads the transparency log of the same place. */
async function followPlace({ config, writeNotice }: NodeHubSettings): Promise<{ tree: TreeFollower; log: LogPort }> {
  if ('folder' in config.tree) {
    const { folder } = config.tree;
    const log = logFiles(new FolderBytes(join(folder, LOG_FOLDER)));
    return { tree: await new TreeFollower(folderPlace(folder), writeNotice).start(false), log };
  }
  const { followBucket } = await import('../../stores/tree/bucket-tree.ts');
  return followBucket(config.tree.bucket, config, writeNotice);
}

/** Opens the checks of sources, and of single models at sources. A hub that does not probe checks no models either. */
function openChecks(
  { config, service, baseUrl }: NodeHubSettings,
  { health: store, instances }: Stores,
  tree: TreeFollower['current'],
  onFault: Ports['onFault'],
) {
  const { sources } = service;
  const every = config.probeSeconds;
  const agent = userAgent(service, baseUrl ?? `http://${config.host}:${config.port}`, version);
  const get = sourceClient(config, service);
  const health = new Prober({
    ...{ sources, every, store, shared: instances && { store: instances, name: crypto.randomUUID() } },
    probe: (source) => probeSource(source, { userAgent: agent, get, tree }),
    onFault: (error) => onFault(error, 'a probe'),
  });
  if (every === undefined) return { health, holders: { ...noHolderChecks, stop() {} } };
  const holders = holderChecks({
    ...{ sources: sources.map(({ token }) => token), every, userAgent: agent, get },
    isOk: (token) => health.isOk(token),
  });
  return { health, holders };
}

/** Makes the client that asks sources. It reaches private addresses only if a source has one, or if all are allowed. */
const sourceClient = ({ upstreamPrivate }: Config, { sources }: Service) =>
  createClient({ named: upstreamPrivate ? undefined : sources.map(({ base }) => base) });

/** The result of asking a source once. */
export interface SourceProbe extends ProbeResult {
  host: string;
}

/** Probes each source that has a probe file, one time, and stores nothing. `signal` ends the requests early. */
export async function askSources(config: Config, service: Service, signal: AbortSignal): Promise<SourceProbe[]> {
  const ask = sourceClient(config, service);
  const get: typeof fetch = (url, init) => ask(url, { ...init, signal: AbortSignal.any([signal, init!.signal!]) });
  const client = { userAgent: userAgent(service, publicBaseUrl(config, service), version), get };
  return Promise.all(
    probedOf(service.sources).map(async (source) => ({ host: source.host, ...(await probeSource(source, client)) })),
  );
}

/** Opens the store at `published`. `onDamage` gets a sentence for every damaged object. */
async function openPublished(published: Config['published'], onDamage: (line: string) => void): Promise<ObjectsPort> {
  if ('folder' in published) return openObjectFolder(published.folder, { onDamage });
  const { openBucket } = await import('../../stores/bytes/bucket.ts');
  return publishedObjects(await openBucket(published.bucket, { isWaitedFor: true }), { onDamage });
}

/** The maximum number of models that are recorded for one client in an hour (content/docs/limits.md). */
const MODELS = 20;
const HOUR_MS = 3_600_000;
/** The maximum number of clients that are counted in memory. With one more, the hour begins again. */
const CLIENTS = 4096;

/**
 * Wraps `demand` so that it records at most `MODELS` models an hour for each client. Requests are not limited if the
 * host does not know the client. `now` returns milliseconds of a clock that only goes forward.
 */
export function limitedDemand(demand: DemandPort, now = () => performance.now()): DemandPort {
  /** The models that were recorded in this hour, by client. */
  const noted = new Map<string, Set<string>>();
  let end = 0;
  return {
    record(model, client) {
      if (client !== undefined) {
        if (now() >= end || (noted.size >= CLIENTS && !noted.has(client))) {
          noted.clear();
          end = now() + HOUR_MS;
        }
        const models = noted.get(client) ?? new Set();
        if (models.size >= MODELS && !models.has(model)) return;
        noted.set(client, models.add(model));
      }
      demand.record(model, client);
    },
  };
}
