// Serves the hub with several threads at one port. Each worker answers by itself; this thread owns everything that
// exists once.
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import type { Config, Environment } from '../../../../src/service/config.ts';
import type { Service } from '../../../../src/service/service.ts';
import type { Withdrawal } from '../../../../src/service/withdrawals.ts';
import { unknownNames } from '../../../request/unknown-names.ts';
import { type RefusalCount, SERVED } from '../../../sources/holder-checks.ts';
import { hourMemory } from '../../../sources/hour-counts.ts';
import { WeakIndexMemory } from '../../../stores/packs/index-memory.ts';
import { claim, urlAt } from '../listening.ts';
import { type MainMetrics, openMetrics } from '../main-metrics.ts';
import { measuredParts, openHubParts } from '../node-hub.ts';
import { boundsOf, type ServeSettings, type Serving } from '../serve.ts';
import type { HolderNews } from './calls.ts';
import { newConnectionCounts, newSeeds } from './counted-connections.ts';
import { Crew } from './crew.ts';
import { openWorkerDesk } from './main-desk.ts';
import { healthNews } from './mirrored-health.ts';
import { newCounts } from './shared-counts.ts';
import { TreeSwitch } from './tree-switch.ts';

const THREAD = new URL('./worker-thread.ts', import.meta.url);
const LOOK_EVERY_MS = 250;

interface WorkersSettings extends ServeSettings {
  /** The number of answering threads. */
  workers: number;
  /** The environment from which `config` was read. Each thread reads it again. */
  env: Environment;
}

interface WorkersServing extends Serving {
  /** The threads that are answering now. */
  threads(): Worker[];
  /** The memory of the search index that all threads share. */
  memory: WeakIndexMemory;
}

type Parts = Awaited<ReturnType<typeof openHubParts>>;
type Found = [source: string, model: string, refusal: RefusalCount | undefined];

/**
 * Starts to serve (decision 0037). Rejects with one sentence if the address is taken, or can't be used on this machine.
 * Rejects also if threads can't share a port on this system.
 */
export async function serveWorkers(settings: WorkersSettings): Promise<WorkersServing> {
  const release = await claim(settings.config);
  try {
    const serving = await begin(settings);
    return { ...serving, close: () => serving.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function begin(settings: WorkersSettings): Promise<WorkersServing> {
  const { config, writeNotice } = settings;
  let tell: ReturnType<typeof tellerOf> | undefined;
  const metrics = await openMetrics(settings);
  const news = {
    health: () => tell?.health(),
    holder(...found: Found) {
      tell?.holder(found);
      metrics?.holderAnswered(found[0], found[2] !== undefined);
    },
    withdrawn: (list: readonly Withdrawal[]) => tell?.withdrawn(list),
  };
  const memory = new WeakIndexMemory({ isShared: true });
  const parts = await openHubParts({ ...settings, news, memory });
  const trees = new TreeSwitch({
    ...{ current: parts.tree.get, files: () => memory.sharedFiles(), onNotice: writeNotice },
    openAll: (fresh) => crew.open(fresh),
  });
  const crew = crewOf(settings, parts, trees, metrics);
  tell = tellerOf(crew, settings, parts);
  const onRejection = (error: unknown) => parts.onFault(error, 'no request');
  process.on('unhandledRejection', onRejection);
  // The shared index must be in memory before the workers start.
  await parts.tree.look();
  await trees.look();
  const metricsServer = await metrics?.serve(measuredParts(parts), () => crew.metrics());
  const url = urlAt(config.host, await crew.begin(config.port));
  parts.begin();
  const looking = setInterval(() => void trees.look(), LOOK_EVERY_MS).unref();
  return {
    ...{ url, memory },
    metrics: metricsServer?.url,
    threads: () => crew.threads,
    async leave() {
      await crew.leave(config.drainSeconds);
    },
    async close() {
      clearInterval(looking);
      parts.stop();
      await crew.close();
      await parts.close();
      await metricsServer?.close();
      process.off('unhandledRejection', onRejection);
    },
  };
}

function crewOf(settings: WorkersSettings, parts: Parts, trees: TreeSwitch, metrics: MainMetrics | undefined): Crew {
  const { config, service, workers, env, baseUrl, writeLog, writeNotice } = settings;
  const { stores, demand, objects, holders, accounts } = parts;
  const connections = newConnectionCounts(workers);
  const logged = newCounts(workers, 1);
  const fixed = { service, baseUrl, bounds: boundsOf(service, config, writeNotice), seeds: newSeeds() };
  const activity = hourMemory(service.sources.length, workers);
  const shared = { tree: trees.memory, connections: connections.place, logged: logged.place, activity };
  const desk = {
    onUnknownName: unknownNames(writeNotice),
    ...{ writeLog, writeNotice, logged, objects, holders, allowance: accounts.allowance },
    ...{ demand, database: stores.shared },
  };
  return new Crew({
    ...{ thread: THREAD, workers, env, tree: () => trees.news(), onNotice: writeNotice },
    beginning: (number) => ({ ...fixed, ...shared, number, ...knownNow(settings, parts) }),
    desk(number) {
      const { calls, clear } = openWorkerDesk(desk, number);
      return { calls, clear: () => [clear(), connections.clear(number), metrics?.ended(number)] };
    },
  });
}

/** Collects the state of the sources and the withdrawals, for a worker that starts now. */
function knownNow({ config, service }: WorkersSettings, { prober, holders, withdrawn }: Parts) {
  return {
    withdrawn: withdrawn.get(),
    health: healthNews(prober, tokensOf(service)),
    refusals: [...holders.refusals()].map((found) => holderNews(config, found)),
    refusing: holders.refusing(),
  };
}

/** Sends each change of the sources and of the withdrawals to `crew`. */
function tellerOf(crew: Crew, { config, service }: WorkersSettings, { prober, holders }: Parts) {
  return {
    health() {
      const news = healthNews(prober, tokensOf(service));
      crew.each((line) => line.tell('health', news));
    },
    holder(found: Found) {
      const news = [holderNews(config, found)];
      crew.each((line) => line.tell('holders', news, holders.refusing()));
    },
    withdrawn(list: readonly Withdrawal[]) {
      crew.each((line) => line.tell('withdrawn', list));
    },
  };
}

const tokensOf = ({ sources }: Service) => sources.map(({ token }) => token);

function holderNews({ probeSeconds = 0 }: Config, [source, model, refusal]: Found): HolderNews {
  const again = refusal ? refusal.next - performance.now() : SERVED * probeSeconds * 1000;
  return { source, model, refuses: refusal !== undefined, again };
}
