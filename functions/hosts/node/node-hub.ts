// Puts the hub of one Node process together and takes it apart in order: tree, store, prober and website, for any
// server.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadAttestations } from '../../../src/attestation/load-attestations.ts';
import { LOG_FOLDER } from '../../../src/log/log-paths.ts';
import { StoreUnavailable, StoreUnusable } from '../../../src/service/account-store.ts';
import { type Config, publicBaseUrl } from '../../../src/service/config.ts';
import type { Probed } from '../../../src/service/kept-health.ts';
import type { Service } from '../../../src/service/service.ts';
import type { Withdrawal } from '../../../src/service/withdrawals.ts';
import type { PagePort } from '../../../src/site/site-page.ts';
import { createHub, type Hub } from '../../hub/hub.ts';
import { Allowance, type Rates } from '../../ports/allowance.ts';
import type { AccountsPort, LogPort, Ports } from '../../ports/ports.ts';
import { SharedAllowance } from '../../ports/shared-allowance.ts';
import { faultNotices, settingsPorts } from '../../rim/settings-ports.ts';
import { openSignIn } from '../../rim/sign-in.ts';
import { heldFilesIn } from '../../sources/held-files.ts';
import { HolderChecks, noHolderChecks, type RefusalCount } from '../../sources/holder-checks.ts';
import { Prober } from '../../sources/prober.ts';
import { Fellows, SharedChecks } from '../../sources/shared-checks.ts';
import { userAgent } from '../../sources/user-agent.ts';
import { folderStore } from '../../stores/bytes/folder-store.ts';
import { guardedFetch } from '../../stores/bytes/guarded-fetch.ts';
import { followWithdrawals } from '../../stores/followed-withdrawals.ts';
import { openObjectFiles, type SharedObjects } from '../../stores/objects/object-files.ts';
import { openStores, type Stores } from '../../stores/open-stores.ts';
import { type CurrentTree, followCurrentTree } from '../../stores/tree/current-tree.ts';
import type { FileCache } from '../../stores/tree/file-cache.ts';
import { logHere } from '../../stores/tree/log-files.ts';
import { servedTrees } from '../../tree/served-trees.ts';
import { guardedProbe } from './guarded-probe.ts';
import type { ThreadMetrics } from './metrics/thread-metrics.ts';
import { openWebsite, websiteFolder } from './node-website.ts';
import { postNotice } from './notices/post-notice.ts';
import { watchOutages } from './notices/source-outages.ts';

export interface NodeHubSettings {
  config: Config;
  service: Service;
  /** The public address; undefined: wherever it turns out to be. */
  baseUrl: string | undefined;
  /** Writes one-line notices of faults. */
  writeNotice: (line: string) => void;
  /** Takes host names that requests used and the hub does not have. By default a notice names each of them once. */
  onUnknownName?: Ports['onUnknownName'];
  /** Hears what we learn about the sources, and of withdrawals; worker threads and metrics need it. */
  news?: {
    health(): void;
    holder(source: string, model: string, refusal: RefusalCount | undefined): void;
    withdrawn(list: readonly Withdrawal[]): void;
  };
  /** Hears of sources that were passed by. */
  meter?: Pick<ThreadMetrics, 'passed'> | undefined;
  /** Makes the pages; by default the website under HUB_DIST does. */
  pages?: PagePort;
}

/** A hub has one of each of these, however many threads answer. */
export interface HubParts
  extends Pick<Ports, 'tree' | 'log' | 'objects' | 'attestations' | 'health' | 'holders' | 'demand' | 'withdrawn'> {
  accounts: Pick<AccountsPort, 'store' | 'allowance'>;
  signIn: Pick<AccountsPort, 'identity' | 'signIn'>;
}

interface NodeHub {
  hub: Hub;
  /** The parts that metrics look at. */
  facts: ReturnType<typeof measuredParts>;
  /** Reports a fault of ours, and the request at which it showed. */
  onFault: Ports['onFault'];
  /** Begins to probe. `url` is where the hub turned out to be: its public address, unless another was given. */
  begin(url?: string): void;
  /** Its health says from now on that it ends. */
  leave(): void;
  /** Nothing is probed and followed any more; requests under way still have all they need. */
  stop(): void;
  /** Closes the stores. */
  close(): Promise<void>;
}

/** Time to tell the other instances that this one ends. */
const LEAVE_MS = 1000;

export const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }
).version;

/** Opens the hub without a probe. Rejects with one sentence when it can't use a part that it needs at the start. */
export async function openNodeHub(settings: NodeHubSettings): Promise<NodeHub> {
  const { onFault, begin, stop, close, ...opened } = await openHubParts(settings);
  const { prober: health, tree, log, holders, objects, attestations, demand, accounts, signIn } = opened;
  const withdrawn = opened.withdrawn.get;
  const parts = { health, tree: tree.get, log, holders, objects, attestations, demand, withdrawn, accounts, signIn };
  const { hub, moveTo, leave } = hubOver(settings, parts);
  return {
    ...{ hub, onFault, leave, stop, close, facts: measuredParts(opened) },
    begin(url = '') {
      moveTo(url);
      begin();
    },
  };
}

/** Picks the parts of a hub that metrics look at. */
export const measuredParts = ({ tree, cache, log, prober, holders, stores }: FactParts) => ({
  ...{ tree, cache, log, holders, health: prober, database: stores.shared },
});

type FactParts = Pick<
  Awaited<ReturnType<typeof openHubParts>>,
  'tree' | 'cache' | 'log' | 'prober' | 'holders' | 'stores'
>;

/** Opens the parts that a hub has once. Rejects with one sentence when it can't use one that it needs at the start. */
export async function openHubParts(settings: NodeHubSettings) {
  const { config, writeNotice } = settings;
  const onFault = faultNotices(writeNotice);
  const { tree, cache, log } = await followPlace(config, writeNotice);
  const signIn = await openSignIn(config, writeNotice, guardedFetch);
  const stores = openStores({
    config,
    notice: writeNotice,
    onFault: (error) => onFault(error, 'noting demand or health'),
  });
  if (signIn.identity || config.database.kind === 'postgres') await openAtStart(stores);
  const { prober, holders, checks } = openChecks(settings, stores, tree.get, onFault);
  const withdrawn = await followWithdrawals(() => stores.withdrawals.withdrawals(), settings.news?.withdrawn);
  let left: void | Promise<void>;
  return {
    ...{ tree, cache, log, signIn, stores, prober, holders, onFault },
    objects: await openPublished(config.published, writeNotice),
    attestations: await loadAttestations(config.attestationKey),
    demand: stores.demand,
    withdrawn,
    accounts: { store: stores.accounts, allowance: allowanceOf(stores) },
    /** Begins to probe, and to follow withdrawals. */
    begin() {
      withdrawn.start();
      return checks.start();
    },
    /** Nothing is probed and followed any more. */
    stop() {
      prober.stop();
      holders.stop();
      tree.stop();
      withdrawn.stop();
      left = checks.stop();
    },
    /** Closes the stores. */
    async close() {
      // A database that does not answer is not waited for.
      await Promise.race([left, sleep(LEAVE_MS, undefined, { ref: false })]);
      await stores.close();
    },
  };
}

/** A hub over parts that it may share. */
interface HubOver {
  hub: Hub;
  /** Sets the public address after the server found its own, unless the settings name one. */
  moveTo(url: string): void;
  /** Its health says from now on that it ends. */
  leave(): void;
}

/** The hub over `parts`. */
export function hubOver(settings: NodeHubSettings, parts: HubParts): HubOver {
  const { signIn, accounts, tree, ...others } = parts;
  const { config, service, baseUrl = '', writeNotice, onUnknownName, meter } = settings;
  const ports: Ports = {
    ...settingsPorts({ config, service, baseUrl, version, writeNotice }),
    ...(onUnknownName && { onUnknownName }),
    ...others,
    onSourcePassed: meter?.passed,
    pages: settings.pages ?? openWebsite(websiteFolder(config)),
    tree: () => served(),
    accounts: { ...accounts, ...signIn },
  };
  const served = servedTrees(tree, ports);
  return {
    hub: createHub(ports),
    moveTo(url) {
      if (settings.baseUrl === undefined) ports.baseUrl = url;
    },
    leave() {
      ports.leaving = true;
    },
  };
}

/** The log beside the tree in a folder. */
export const logIn = (folder: string): LogPort => logHere(folderStore(join(folder, LOG_FOLDER)));

/** The tree that HUB_TREE names, and the log beside it. */
async function followPlace(
  config: Config,
  writeNotice: (line: string) => void,
): Promise<{ tree: CurrentTree; cache: FileCache | undefined; log: LogPort }> {
  if ('folder' in config.tree) {
    const { folder } = config.tree;
    return { tree: followCurrentTree(folder, writeNotice), cache: undefined, log: logIn(folder) };
  }
  const { followElsewhere } = await import('../../stores/tree/remote-places.ts');
  return followElsewhere(config.tree, config, writeNotice);
}

/** The store of published objects. */
export async function openPublished(
  published: Config['published'],
  onDamage: (line: string) => void,
): Promise<SharedObjects> {
  if ('folder' in published) return openObjectFiles({ folder: published.folder, onDamage });
  const { openBucketObjects } = await import('../../stores/objects/bucket-objects.ts');
  // A bucket has all of an object, or nothing.
  return Object.assign(await openBucketObjects({ place: published.bucket, onDamage }), { hides: () => false });
}

/** Rates that all instances count together, where they have a database in common. */
function allowanceOf({ instances }: Stores): Rates {
  const now = () => performance.now();
  const here = new Allowance(now);
  return instances ? new SharedAllowance(instances, here, now) : here;
}

/**
 * The checks of sources, and of single models at them, and what begins and ends them; a hub that does not probe asks
 * nothing of the second kind either.
 */
function openChecks(settings: NodeHubSettings, stores: Stores, tree: CurrentTree['get'], onFault: Ports['onFault']) {
  const { config, service, baseUrl, news } = settings;
  const { sources } = service;
  const held = heldFilesIn(tree);
  const every = config.probeSeconds;
  const agent = userAgent(service, baseUrl ?? `http://${config.host}:${config.port}`, version);
  const told = (error: unknown) => onFault(error, 'a probe');
  const fellows = stores.instances && new Fellows(stores.instances, randomUUID(), told);
  const onOutage = outagesOf(settings, tree, told);
  const prober = new Prober({
    ...{ sources, every, held, userAgent: agent, probe: guardedProbe(sources, config.upstreamPrivate) },
    store: stores.health,
    onFault: told,
    ...(news && { onNews: news.health }),
    onProbe(probed) {
      fellows?.probed(probed);
      onOutage?.(probed);
    },
  });
  const alone = { start: () => prober.start(), stop() {} };
  if (every === undefined)
    return { prober, holders: { ...noHolderChecks, refusals: () => [], stop() {} }, checks: alone };
  const isOk = (token: string) => prober.isOk(token);
  const tokens = sources.map(({ token }) => token);
  const holders = new HolderChecks({
    ...{ sources: tokens, every, isOk, userAgent: agent, fellows },
    ...(news && { onAnswer: news.holder }),
  });
  return { prober, holders, checks: fellows ? new SharedChecks({ prober, holders, fellows, onFault: told }) : alone };
}

/** Tells of outages of sources where HUB_NOTIFY wants to hear of them. */
function outagesOf(
  { config, service, baseUrl, writeNotice }: NodeHubSettings,
  tree: CurrentTree['get'],
  onFault: (error: unknown) => void,
): ((probed: Probed) => void) | undefined {
  const { notify: address } = config;
  if (!address) return undefined;
  const receiver = { address, hub: baseUrl ?? publicBaseUrl(config, service) };
  return watchOutages({
    ...{ sources: service.sources, tree, onFault },
    async tell(news) {
      const fault = await postNotice(receiver, news);
      if (fault !== undefined) writeNotice(fault);
    },
  });
}

/**
 * Brings the database up to date. One that is away for now is no reason not to serve what needs none, and has said so;
 * one that can't be used before somebody mends it stops the start.
 */
async function openAtStart(stores: Stores): Promise<void> {
  await stores.open().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable) || error instanceof StoreUnusable) throw error;
  });
}
