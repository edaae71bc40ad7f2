// Metrics of the parts that a hub has only once: sources, index, database, transparency log and process.
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { own } from '../../../../src/basics/own.ts';
import { newestDay } from '../../../../src/log/proof/make-proof.ts';
import type { Source } from '../../../../src/service/sources.ts';
import { answersSoon } from '../../../objects/answers-soon.ts';
import type { HealthPort, HolderPort, LogPort } from '../../../ports/ports.ts';
import type { AccountsDatabase } from '../../../stores/open-stores.ts';
import type { CurrentTree } from '../../../stores/tree/current-tree.ts';
import type { FileCache } from '../../../stores/tree/file-cache.ts';
import { withinPatience } from './patience.ts';

/** The parts of a hub that metrics observe. */
export interface WatchedHub {
  version: string;
  sources: readonly Source[];
  tree: CurrentTree;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  database: AccountsDatabase;
  /** Undefined when the tree is a folder of this machine. */
  cache: FileCache | undefined;
  /** Gives the number of finished days that wait for the operator; undefined where this process can't know it. */
  daysAside?: (() => number) | undefined;
}

/** Metrics of the package whose names break Prometheus's own conventions. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds the metrics of a hub to `registry`. */
export function watchHub(registry: Registry, facts: WatchedHub): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const { version, database, daysAside } = facts;
  const gauge = gaugesIn(registry);
  gauge('modelhub_build_info', 'The release that runs.', ['version'], (set) => set({ version }, 1));
  gauge('modelhub_database_up', '1 while the database of accounts answers.', [], async (set) => {
    set({}, Number(await answersSoon(database, () => database.check().then(() => true))));
  });
  if (daysAside)
    gauge('modelhub_index_kept_aside', 'Days that were made and wait for the operator.', [], (set) =>
      set({}, daysAside()),
    );
  watchSources(gauge, facts);
  watchTree(gauge, facts);
  watchLog(gauge, facts);
}

/** Makes the counter of holder checks: the answers of sources to the question whether they really serve a model. */
export function holderAnswers(registry: Registry): (source: string, refuses: boolean) => void {
  const counter = new Counter({
    ...{ name: 'modelhub_holder_checks_total', labelNames: ['source', 'result'], registers: [registry] },
    help: 'What sources answered when a hub of this service asked whether they serve a model to which callers were sent.',
  });
  return (source, refuses) => counter.inc({ source, result: refuses ? 'refused' : 'served' });
}

type Set = (labels: Record<string, string>, value: number) => void;
type AddGauge = (
  name: string,
  help: string,
  labels: readonly string[],
  collect: (set: Set) => void | Promise<void>,
) => void;

/** Adds gauges whose values are computed at a scrape; a gauge without a value is not shown. */
function gaugesIn(registry: Registry): AddGauge {
  return (name, help, labelNames, collect) =>
    new Gauge({
      ...{ name, help, labelNames: [...labelNames], registers: [registry] },
      collect() {
        this.reset();
        if (labelNames.length === 0) this.remove();
        return collect((labels, value) => this.set(labels, value));
      },
    });
}

const secondsOf = (time: string) => Date.parse(time) / 1000;

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
      const spells = health.history().sources;
      for (const { token, host } of sources) {
        const last = own(spells, host)?.at(-1);
        if (last) set({ source: token }, secondsOf(last.to));
      }
    },
  );
  gauge('modelhub_holder_refused_models', 'Models that a source refuses while it is up.', ['source'], (set) => {
    const refusing = holders.refusing();
    for (const { token } of sources) set({ source: token }, own(refusing, token) ?? 0);
  });
}

function watchTree(gauge: AddGauge, { tree, cache }: WatchedHub): void {
  gauge(
    'modelhub_tree_current',
    '1 while the newest tree is the one that is served; 0 while it can’t be opened, or asked for.',
    [],
    (set) => {
      set({}, Number(tree.get() !== undefined && tree.isNewest()));
    },
  );
  gauge('modelhub_index_models', 'Models of the index that is served.', [], (set) => {
    const current = tree.get();
    if (current) set({}, current.models);
  });
  gauge(
    'modelhub_index_day_timestamp_seconds',
    'The day of the index that is served: its midnight, UTC.',
    [],
    (set) => {
      const current = tree.get();
      if (current) set({}, secondsOf(current.snapshot));
    },
  );
  if (!cache) return;
  gauge('modelhub_tree_cache_bytes', 'Bytes that are kept of a tree elsewhere.', [], (set) => {
    if (cache.held !== undefined) set({}, cache.held);
  });
  gauge('modelhub_tree_cache_limit_bytes', 'Bytes that may be kept of a tree elsewhere.', [], (set) =>
    set({}, cache.most),
  );
}

function watchLog(gauge: AddGauge, { log }: WatchedHub): void {
  let reading: ReturnType<typeof newestDay> | undefined;
  /** Reads the newest day once for all gauges of a scrape. If the log can't be read now, these gauges show nothing. */
  const newest = () => {
    reading ??= withinPatience(newestDay((path) => log.read(path))).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  gauge('modelhub_log_leaves', 'Leaves of the transparency log, by its newest checkpoint.', [], async (set) => {
    const day = await newest();
    if (day) set({}, day.size);
  });
  gauge(
    'modelhub_log_day_timestamp_seconds',
    'The day that the newest checkpoint of the log is about: its midnight, UTC.',
    [],
    async (set) => {
      const day = await newest();
      if (day) set({}, secondsOf(day.day.day));
    },
  );
  gauge(
    'modelhub_log_expiry_timestamp_seconds',
    'When monitors take the newest checkpoint of the log for too old.',
    [],
    async (set) => {
      const day = await newest();
      if (day) set({}, secondsOf(day.day.expires));
    },
  );
}
