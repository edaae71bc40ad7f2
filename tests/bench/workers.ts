// Measures what a second worker thread costs: requests per second of processor time with two workers against one, and
// the memory of two workers with a large index.
import type { ChildProcess } from 'node:child_process';
import { endChild, nextMessage, startChild } from './child.ts';
import { httpPace } from './http-rounds.ts';
import { CLIENT_HEADERS, loadGenerator, requestsPerSecond } from './load.ts';
import { alternate, formatSpread, median } from './rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;
const CONNECTIONS = 64;
const WARM_UP = 8;

/** The processor time and memory that the hub's process has used so far. */
interface Used {
  /** The processor time in microseconds. */
  cpu: NodeJS.CpuUsage;
  /** The resident memory in bytes. */
  resident: number;
}

interface Server {
  child: ChildProcess;
  url: string;
  /** The requests per second of each round. */
  rates: number[];
}

export const workers: Bench = async (settings) => {
  const folder = await builtHub(settings, MODELS);
  const paths = modelIds(folder, ASKED).map((id) => `/${id}/resolve/main/${A_FILE}`);
  const servers = [await start(folder, 2), await start(folder, 1)] as const;
  const [two, one] = servers;
  try {
    // Each worker thread compiles its hot code by itself, so several rounds pass before the measurement.
    for (let round = 0; round < WARM_UP; round++) for (const server of servers) await measured(settings, server, paths);
    for (const { rates } of servers) rates.length = 0;
    const outcome = await alternate(
      httpPace(settings).rounds,
      () => measured(settings, two, paths),
      () => measured(settings, one, paths),
    );
    const rows: Row[] = [
      {
        name: 'redirect, two workers',
        ours: { value: outcome.ours, unit: 'requests/CPU s' },
        yardstick: { value: outcome.yardstick, unit: 'requests/CPU s' },
        ratio: outcome.ratio,
        target: { at: 'least', ratio: 0.85 },
        note:
          `requests for each second of processor time of the whole process, all its threads; access log on; ${ASKED} ` +
          `files in turn, ${CONNECTIONS} connections; yardstick the hub with one worker; ${median(two.rates).toFixed(0)} ` +
          `against ${median(one.rates).toFixed(0)} requests/s beside the load; load by ${loadGenerator}; ${formatSpread(outcome, httpPace(settings).rounds)}`,
      },
    ];
    return [...rows, await memoryOfSecond(settings)];
  } finally {
    await Promise.all(servers.map(({ child }) => endChild(child)));
  }
};

/**
 * Compares the resident memory of a hub with two workers and of a hub with one worker, after each worker has searched.
 */
async function memoryOfSecond(settings: BenchSettings): Promise<Row> {
  const models = settings.quick ? 10_000 : 100_000;
  const folder = await builtHub(settings, models);
  const resident = async (count: number) => {
    const server = await start(folder, count);
    try {
      const path = '/api/models?search=model&limit=1';
      const load = { url: server.url, paths: [path], headers: CLIENT_HEADERS, status: 200 };
      await requestsPerSecond({ ...load, connections: CONNECTIONS, seconds: 2 }, settings.folder);
      return (await used(server)).resident / 2 ** 20;
    } finally {
      await endChild(server.child);
    }
  };
  const outcome = await alternate(
    3,
    () => resident(2),
    () => resident(1),
  );
  return {
    name: `memory of two workers, ${models} models`,
    ours: { value: outcome.ours, unit: 'MiB' },
    yardstick: { value: outcome.yardstick, unit: 'MiB' },
    ratio: outcome.ratio,
    note: `resident size after two seconds of searches, the index in memory once; yardstick the hub with one worker; ${formatSpread(outcome, 3)}`,
  };
}

async function start(folder: string, count: number): Promise<Server> {
  const child = startChild('hub-server.ts', [folder, '{}', String(count)]);
  return { child, url: await nextMessage<string>(child), rates: [] };
}

/** Returns the number of requests per second of processor time under load. */
async function measured(settings: BenchSettings, server: Server, paths: string[]): Promise<number> {
  const { seconds } = httpPace(settings);
  const load = { url: server.url, paths, headers: CLIENT_HEADERS, status: 302, connections: CONNECTIONS, seconds };
  const before = await used(server);
  const rate = await requestsPerSecond(load, settings.folder);
  const { cpu } = await used(server);
  server.rates.push(rate);
  return (rate * seconds * 1e6) / (cpu.user + cpu.system - before.cpu.user - before.cpu.system);
}

function used({ child }: Server): Promise<Used> {
  child.send('used');
  return nextMessage<Used>(child);
}
