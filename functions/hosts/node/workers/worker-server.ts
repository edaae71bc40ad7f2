// Opens the hub of a worker, and its server at the port that all workers share.
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { loadAttestations } from '../../../../src/attestation/load-attestations.ts';
import type { Config } from '../../../../src/service/config.ts';
import type { PagePort } from '../../../../src/site/site-page.ts';
import type { Tree } from '../../../ports/ports.ts';
import { onceEach } from '../../../request/unknown-names.ts';
import { createAccessLog } from '../../../rim/access-log.ts';
import { faultNotices } from '../../../rim/settings-ports.ts';
import { noHolderChecks } from '../../../sources/holder-checks.ts';
import { HourCounts } from '../../../sources/hour-counts.ts';
import { openPublished } from '../../../stores/objects/open-published.ts';
import type { IndexMemory } from '../../../stores/packs/index-memory.ts';
import type { FileCache } from '../../../stores/tree/file-cache.ts';
import { openTree } from '../../../stores/tree/node-tree.ts';
import { closeServer, listen, urlAt } from '../listening.ts';
import { type HubParts, hubOver, logIn } from '../node-hub.ts';
import { createHubServer } from '../node-server.ts';
import type { Beginning, MainCalls, WorkerCalls } from './calls.ts';
import { CountedConnections } from './counted-connections.ts';
import type { Line } from './line.ts';
import { mirroredHealth } from './mirrored-health.ts';
import { MirroredHolders } from './mirrored-holders.ts';
import { SharedCounts } from './shared-counts.ts';
import { SwitchedTree } from './switched-tree.ts';
import { accountsOver, demandOver, logOver, objectsOver, ratesOver } from './worker-ports.ts';

/** The parts that each worker opens for itself. */
interface OwnParts {
  config: Config;
  signIn: HubParts['signIn'];
  pages?: PagePort;
}

/** Sends a worker's notices and faults to the main thread, which writes them. */
export function noticesTo(main: Line<MainCalls>) {
  const writeNotice = (sentence: string) => main.tell('notice', sentence);
  return { writeNotice, onFault: faultNotices(writeNotice) };
}

/** Opens the hub and its server. The server waits until the main thread names a tree and a port. */
export async function openWorker(main: Line<MainCalls>, beginning: Beginning, own: OwnParts): Promise<WorkerCalls> {
  const { service, baseUrl, number } = beginning;
  const { config } = own;
  const { writeNotice, onFault } = noticesTo(main);
  // Without a listener Node would end the thread at an unhandled rejection.
  process.on('unhandledRejection', (error) => onFault(error, 'no request'));
  const { open, cache, log: hubLog } = await placeOf(config, writeNotice);
  const lost = { threads: 0 };
  const metrics = config.metrics && (await openMetrics(beginning, lost, cache));
  const tree = new SwitchedTree(beginning.tree, open);
  const health = mirroredHealth(beginning.health);
  const holders = mirroredHolders(main, beginning);
  let { withdrawn } = beginning;
  const demand = demandOver(main, (error) => onFault(error, 'noting demand'));
  const { hub, moveTo, leave } = hubOver(
    {
      ...{ config, service, baseUrl, writeNotice, meter: metrics, ...(own.pages && { pages: own.pages }) },
      onUnknownName: onceEach((name) => main.tell('unknownName', name)),
    },
    {
      ...{ health, demand, log: hubLog, tree: () => tree.get(), withdrawn: () => withdrawn },
      holders: config.probeSeconds === undefined ? noHolderChecks : holders,
      activity: new HourCounts(service.sources, { memory: beginning.activity, thread: number }),
      objects: objectsOver(main, await openPublished(config.published, writeNotice)),
      accounts: { store: accountsOver(main), allowance: ratesOver(main) },
      attestations: await loadAttestations(config.attestationKey),
      signIn: own.signIn,
    },
  );
  const write = logOver(main, new SharedCounts(beginning.logged), number, lost);
  const log = createAccessLog(write, (error) => onFault(error, 'the access log'));
  const count = new CountedConnections(new SharedCounts(beginning.connections), beginning.seeds, number);
  const server = createHubServer(hub, metrics?.over(log) ?? log, { onFault, bounds: { ...beginning.bounds, count } });
  return {
    open: (news) => tree.open(news),
    async listen(port) {
      await listen(server, { host: config.host, port }, { reusePort: true });
      server.on('error', (error) => onFault(error, 'a new connection'));
      const { port: taken } = server.address() as AddressInfo;
      moveTo(urlAt(config.host, taken));
      return taken;
    },
    health: (news) => health.take(news),
    holders: (news, refusing) => holders.take(news, refusing),
    withdrawn(list) {
      withdrawn = list;
    },
    metrics: async () => (await metrics?.registry.getMetricsAsJSON()) ?? [],
    leave(seconds) {
      if (seconds > 0) leave();
      return server.leave(seconds);
    },
    async close() {
      await closeServer(server);
      await demand.flush();
      log.flush();
    },
  };
}

/** Opens the metrics of this thread. The code of metrics is loaded only with HUB_METRICS. */
async function openMetrics({ service, number }: Beginning, lost: { threads: number }, cache: FileCache | undefined) {
  const { ThreadMetrics } = await import('../metrics/thread-metrics.ts');
  const metrics = new ThreadMetrics(service.sources, String(number + 1), lost);
  if (cache) metrics.watchCache(cache);
  return metrics;
}

function mirroredHolders(main: Line<MainCalls>, { service, refusals, refusing }: Beginning): MirroredHolders {
  const holders = new MirroredHolders({
    sources: service.sources.map(({ token }) => token),
    directed: (model, holder) => main.tell('directed', model, holder),
    doubted: (model, holder) => main.tell('doubted', model, holder),
  });
  holders.take(refusals, refusing);
  return holders;
}

/**
 * Opens the place of the trees. `open` opens a tree by name, with the files of its index that are already in shared
 * memory. `log` is the transparency log of the same place.
 */
async function placeOf({ tree, ...here }: Config, writeNotice: (sentence: string) => void) {
  if (!('folder' in tree)) {
    const { placeElsewhere } = await import('../../../stores/tree/remote-places.ts');
    const { openRemoteTree } = await import('../../../stores/tree/remote-tree.ts');
    const { log, ...elsewhere } = await placeElsewhere(tree, here, writeNotice);
    return {
      log,
      cache: elsewhere.cache,
      open: (name: string, memory: IndexMemory): Promise<Tree> =>
        openRemoteTree({ ...elsewhere, onNotice: writeNotice, memory }, name),
    };
  }
  const open = async (name: string, memory: IndexMemory): Promise<Tree> => {
    const opened = openTree(tree.folder, name, memory);
    // Even if the index can't be read, the rest of the tree is served.
    await opened.load().catch(() => {});
    return opened;
  };
  return { log: logIn(tree.folder), cache: undefined, open };
}
