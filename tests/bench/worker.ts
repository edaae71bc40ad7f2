// Measures redirects and ModelInfo from the hub as a Worker in workerd, against a Worker that always answers the same
// bytes. Also measures the first answers of new isolates.
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { storeFiles } from '../fixtures/hub.ts';
import { startWorker, type TestWorker, workerMissing } from '../fixtures/worker.ts';
import { contest, type Fetched, fetchRaw, requestsRow } from './http-rounds.ts';
import { alternate, formatSpread } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;
/** The number of files that an isolate reads for its first redirect, such as the tree's list and the model's pack. */
const PACKS_READ = 3;

interface Served {
  url: string;
  worker: TestWorker;
}

export const worker: Bench = async (settings) => {
  if (workerMissing !== undefined) return [];
  const folder = await builtHub(settings, MODELS);
  const ids = modelIds(folder, ASKED);
  const hub = await startHub(join(settings.folder, 'r2'), join(folder, 'dist'));
  try {
    const redirects = ids.map((id) => `/${id}/resolve/main/${A_FILE}`);
    const infos = ids.map((id) => `/api/models/${id}`);
    const rows = [
      await steady(settings, hub, 'redirect in workerd', redirects, 302),
      await steady(settings, hub, 'ModelInfo in workerd', infos, 200),
    ];
    await hub.worker.stop();
    return [...rows, ...(await cold(settings, join(settings.folder, 'r2'), redirects[0]!, join(folder, 'dist')))];
  } finally {
    await hub.worker.stop();
  }
};

const quiet = (stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) => {
  stdout.resume();
  stderr.resume();
};

/** Starts a Worker that listens on its own socket, since miniflare's proxy would slow it down. */
async function start(main: string, variables: Record<string, string>, options: object): Promise<Served> {
  const [port, direct] = [await freePort(), await freePort()];
  const sockets = { unsafeDirectSockets: [{ host: '127.0.0.1', port: direct }], handleRuntimeStdio: quiet };
  const alias = { 'model-hub-website': join(import.meta.dirname, '../runtimes/plain-website.ts') };
  const made = await startWorker({ main, variables, port, alias, options: { ...sockets, ...options } });
  return { url: `http://127.0.0.1:${direct}`, worker: made };
}

/** Serves the tree in the storage `r2`. Uploads the tree in `dist` first, if given. */
async function startHub(r2: string, dist?: string): Promise<Served> {
  const main = join(import.meta.dirname, '../../functions/hosts/worker/worker.ts');
  const served = await start(main, { HUB_BASE_URL: 'https://hub.example' }, { r2Persist: r2 });
  if (dist !== undefined) await served.worker.push(dist);
  return served;
}

function startConstant({ status, headers, body }: Fetched): Promise<Served> {
  const ANSWER = JSON.stringify({ status, headers, body: body.toString('base64') });
  return start(join(import.meta.dirname, 'yardsticks/constant-worker.ts'), { ANSWER }, {});
}

async function steady(
  settings: BenchSettings,
  hub: Served,
  name: string,
  paths: string[],
  status: number,
): Promise<Row> {
  const answer = await fetchRaw(hub.url + paths[0]);
  const constant = await startConstant(answer);
  try {
    const outcome = await contest(settings, { ours: hub.url, yardstick: constant.url, paths, status });
    return requestsRow(
      settings,
      name,
      outcome,
      0.5,
      `${ASKED} in turn, their packs in the isolate's memory, access log on; yardstick a Worker with the ` +
        `same ${answer.body.length} bytes and headers; bundle ${hub.worker.size}`,
    );
  } finally {
    await constant.worker.stop();
  }
}

/**
 * Measures the first request of a new isolate for three Workers: the hub, a Worker that reads nothing, and a Worker
 * that only makes as many reads as the hub.
 */
async function cold(settings: BenchSettings, r2: string, path: string, dist: string): Promise<Row[]> {
  const answer = { status: 302, headers: ['Location', 'https://source.example/file'], body: Buffer.alloc(0) };
  const keys = [...storeFiles(dist).keys()];
  const KEYS = JSON.stringify(['current', ...keys.filter((key) => key.startsWith('packs/')).slice(0, PACKS_READ)]);
  const reading = join(import.meta.dirname, 'yardsticks/reading-worker.ts');
  const first = async (served: Served) => {
    try {
      const begun = performance.now();
      await fetchRaw(served.url + path);
      return performance.now() - begun;
    } finally {
      await served.worker.stop();
    }
  };
  const rounds = settings.quick ? 3 : 9;
  const beside = async (name: string, yardstick: () => Promise<Served>, note: string, target?: ['most', number]) => {
    const outcome = await alternate(
      rounds,
      async () => first(await startHub(r2)),
      async () => first(await yardstick()),
    );
    return rowOf(
      name,
      'ms',
      outcome,
      target,
      `a new workerd for each; R2 on this machine; yardstick a Worker that ${note}; ${formatSpread(outcome, rounds)}`,
    );
  };
  const constant = () => startConstant(answer);
  const reads = () => start(reading, { KEYS }, { r2Persist: r2 });
  return [
    await beside('first redirect of an isolate', constant, 'answers a constant 302', ['most', 3]),
    await beside(
      'first redirect, beside its reads',
      reads,
      `makes the same ${1 + PACKS_READ} reads of R2, looks at none`,
    ),
  ];
}
