// Makes the metrics of the parts of a hub: sources, index, database, transparency log and process.
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { own } from '../../../src/basics/own.ts';
import { newestDay } from '../../../src/log/proof/make-proof.ts';
import type { AccountStore } from '../../../src/service/account-store.ts';
import type { Source } from '../../../src/service/sources.ts';
import { answersSoon } from '../../objects/answers-soon.ts';
import type { HealthPort, HolderPort, LogPort } from '../../ports/ports.ts';
import type { FileCache } from '../../stores/tree/file-cache.ts';
import type { TreeFollower } from '../../stores/tree/tree-follower.ts';

/** The parts of a hub that the metrics observe. */
export interface WatchedHub {
  version: string;
  sources: readonly Source[];
  tree: TreeFollower;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  database: Pick<AccountStore, 'check'>;
  /** The cache of a remote tree; undefined if the tree is a folder of this machine. */
  cache: FileCache | undefined;
  /** Returns the number of finished days that wait for the operator; undefined if this process can't know it. */
  daysAside?: (() => number) | undefined;
}

/** The metrics of prom-client that are left out, because their names break the conventions of Prometheus. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds the metrics of a hub to `registry`. */
export function watchHub(registry: Registry, facts: WatchedHub): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const { version, database, daysAside } = facts;
  const { gauge, single } = gaugesIn(registry);
  gauge('modelhub_build_info', 'The release that runs.', ['version'], (set) => set({ version }, 1));
  single('modelhub_database_up', '1 while the database of accounts answers.', async () =>
    Number(await answersSoon(database, () => database.check().then(() => true))),
  );
  if (daysAside) single('modelhub_index_kept_aside', 'Days that were made and wait for the operator.', daysAside);
  watchSources(gauge, facts);
  watchTree(single, facts);
  watchLog(single, facts);
}

type Set = (labels: Record<string, string>, value: number) => void;
type AddGauge = (name: string, help: string, labelNames: string[], collect: (set: Set) => void) => void;
/** Adds a gauge without labels. While its value is undefined, it is not shown. */
type AddSingle = (name: string, help: string, value: () => Awaitable<number | undefined>) => void;

/** Makes the functions that add gauges, whose values are computed at a scrape. */
function gaugesIn(registry: Registry): { gauge: AddGauge; single: AddSingle } {
  const registers = [registry];
  return {
    gauge: (name, help, labelNames, collect) =>
      new Gauge({
        ...{ name, help, labelNames, registers },
        collect() {
          this.reset();
          collect((labels, value) => this.set(labels, value));
        },
      }),
    single: (name, help, value) =>
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          const now = await value();
          if (now === undefined) this.remove();
          else this.set(now);
        },
      }),
  };
}

const secondsOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time) / 1000);

function watchSources(gauge: AddGauge, { sources, health, holders }: WatchedHub): void {
  gauge(
    'modelhub_source_up',
    '1 while a source is offered first: its last probe was good, or there was none.',
    ['source'],
    (set) => {
      for (const { token } of sources) set({ source: token }, Number(health.isOk(token)));
    },
  );
  gauge(
    'modelhub_source_probe_state',
    'Is 1 for what the last probe of a source found.',
    ['source', 'state'],
    (set) => {
      const found = health.current().sources;
      for (const { token, host } of sources) set({ source: token, state: own(found, host)?.reason ?? 'unprobed' }, 1);
    },
  );
  gauge(
    'modelhub_source_probed_timestamp_seconds',
    'When a source was probed last, since the hub began.',
    ['source'],
    (set) => {
      const spells = health.spells();
      for (const { token, host } of sources) {
        const last = own(spells, host);
        if (last) set({ source: token }, secondsOf(last.to)!);
      }
    },
  );
  gauge('modelhub_holder_refused_models', 'Models that a source refuses while it is up.', ['source'], (set) => {
    const refusing = holders.refusing();
    for (const { token } of sources) set({ source: token }, own(refusing, token) ?? 0);
  });
}

function watchTree(single: AddSingle, { tree, cache }: WatchedHub): void {
  single(
    'modelhub_tree_current',
    '1 while the newest tree is the one that is served; 0 while it can’t be opened, or asked for.',
    () => Number(tree.current() !== undefined && tree.isNewest()),
  );
  single('modelhub_index_models', 'Models of the index that is served.', () => tree.current()?.models);
  single('modelhub_index_day_timestamp_seconds', 'The day of the index that is served: its midnight, UTC.', () =>
    secondsOf(tree.current()?.snapshot),
  );
  if (!cache) return;
  single('modelhub_tree_cache_bytes', 'Bytes that are kept of a tree elsewhere.', () => cache.held);
  single('modelhub_tree_cache_limit_bytes', 'Bytes that may be kept of a tree elsewhere.', () => cache.most);
}

/** The maximum time that a scrape waits for the log. */
const PATIENCE_MS = 1000;

function watchLog(single: AddSingle, { log }: WatchedHub): void {
  let reading: Promise<Awaited<ReturnType<typeof newestDay>> | undefined> | undefined;
  /** Reads the newest day once for all gauges of a scrape. If the log can't be read now, these gauges show no value. */
  const newest = () => {
    const newest = newestDay((path) => log.read(path)).catch(() => undefined);
    reading ??= Promise.race([newest, sleep(PATIENCE_MS, undefined, { ref: false })]).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  single(
    'modelhub_log_leaves',
    'Leaves of the transparency log, by its newest checkpoint.',
    async () => (await newest())?.size,
  );
  single(
    'modelhub_log_day_timestamp_seconds',
    'The day that the newest checkpoint of the log is about: its midnight, UTC.',
    async () => secondsOf((await newest())?.day.day),
  );
  single(
    'modelhub_log_expiry_timestamp_seconds',
    'When readers take the newest checkpoint of the log for too old.',
    async () => secondsOf((await newest())?.day.expires),
  );
}
