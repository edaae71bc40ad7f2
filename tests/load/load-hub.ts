// Runs two hubs behind nginx over one tree, and two sources that have the bytes of its models. Offers ways to disturb
// them during the load.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { searchRows } from '../bench/search-rows.ts';
import { type ByteSource, startByteSource } from '../demo/byte-source.ts';
import { demoService } from '../demo/service-file.ts';
import { type ServedProcess, serveProcess } from '../faults/served-process.ts';
import { placeBuiltWebsite } from '../fixtures/built-website.ts';
import { freePort } from '../fixtures/free-port.ts';
import { nginx, startFront } from '../fixtures/front.ts';
import { FILES } from './load-targets.ts';

const PROGRAM = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));
const MODELS = 2000;
/**
 * The number of parts into which the models are divided. One part changes on each day. A load has fewer days than there
 * are parts.
 */
const PARTS = 100;
/** The niceness of the processes that make a day, as in the unit for systemd. */
const NICE = 10;
const PROBE_SECONDS = 2;

/** A model as it is on a day, with the content of its files. */
interface LoadModel {
  id: string;
  revision: string;
  files: ReadonlyMap<string, Buffer>;
  row: object;
}

function modelsOf(day: number): LoadModel[] {
  return [...searchRows(MODELS)].map(
    ({ id, pipeline_tag, library_name: library, tags, downloads, likes, createdAt }, at) => {
      const edition = at % PARTS > 0 && at % PARTS <= day ? 1 : 0;
      const files = new Map(FILES.map((path) => [path, Buffer.from(`${id} ${path} ${edition}`)]));
      const revision = hash('sha1', `${id} ${edition}`);
      const named = [...files].map(([path, bytes]) => ({ path, size: bytes.length, sha256: hash('sha256', bytes) }));
      const sources = [{ source: 'srca' }, { source: 'srcb', id, revision: 'master' }];
      const facts = { pipeline_tag, library, tags, downloads: (downloads ?? 0) + day, likes, createdAt };
      return { id, revision, files, row: { id, revision, ...facts, files: named, sources } };
    },
  );
}

export interface LoadHub {
  url: string;
  ids: string[];
  /** The processes of the two hubs. `restart` replaces one. */
  instances: ServedProcess[];
  /** The first source, which can go down. The second one never does. */
  source: ByteSource;
  secondHost: string;
  /** Imports and builds the next day while the hubs serve. */
  nextDay(): Promise<void>;
  /** Ends a hub with SIGTERM, as systemd does, and starts it again. */
  restart(at: number): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the first day in `folder`, prepares the files of `days` more days, and serves the hubs. */
export async function startLoadHub(folder: string, days: number): Promise<LoadHub> {
  const [first, last] = [modelsOf(0), modelsOf(days)];
  const holdings = [...first, ...last];
  const source = await startByteSource({ layout: 'srca', holdings });
  const second = await startByteSource({
    layout: 'srcb',
    holdings: first.map((one) => ({ ...one, revision: 'master' })),
  });
  const { id, revision, files } = first[0]!;
  const [path, bytes] = [...files][0]!;
  const probe = { id, path, sha256: hash('sha256', bytes) };
  const probes = { srca: { ...probe, revision }, srcb: { ...probe, revision: 'master' } };
  const service = await demoService({ ...probes, ipfs: { root: 'nothing', path, sha256: probe.sha256 } });
  const env = {
    ...{ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), HUB_SERVICE: join(folder, 'service.yaml') },
    ...{ HUB_SOURCE_SRCA: source.url, HUB_SOURCE_SRCB: second.url, HUB_SOURCE_IPFS: second.url },
    ...{ HUB_PROBE: String(PROBE_SECONDS), HUB_EDGE: 'off' },
  };
  writeFileSync(env.HUB_SERVICE, service.text);
  let made = 0;
  const makeDay = async (nice = NICE) => {
    const rows = join(folder, 'rows.jsonl');
    writeFileSync(
      rows,
      modelsOf(made)
        .map(({ row }) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    const day = new Date(Date.UTC(2026, 0, 1 + made++)).toISOString().slice(0, 10);
    for (const words of [['import', rows, '--day', day], ['build']])
      await promisify(execFile)('nice', ['-n', String(nice), process.execPath, PROGRAM, ...words], {
        env: { ...process.env, ...env },
        maxBuffer: 1 << 26,
      });
  };
  mkdirSync(env.HUB_DIST);
  await placeBuiltWebsite(env.HUB_DIST);
  await makeDay(0);
  const instances: ServedProcess[] = [];
  const start = async (at: number, port: number) => {
    const places = { data: join(folder, `data-${at}`), dist: env.HUB_DIST };
    instances[at] = await serveProcess(places, { port, env: { ...env, HUB_DATA: places.data } });
  };
  for (const at of [0, 1]) await start(at, await freePort());
  const front = await startFront(nginx, { hubPorts: instances.map(({ port }) => port) });
  return {
    ...{ url: front.url, ids: first.map((one) => one.id), instances, source },
    secondHost: new URL(second.url).host,
    nextDay: () => makeDay(),
    async restart(at) {
      const before = instances[at]!;
      before.kill('SIGTERM');
      if ((await before.ended) !== '0') throw new Error(`an instance ended with ${before.end()}`);
      await start(at, before.port);
    },
    async stop() {
      await front.stop();
      await Promise.all([...instances.map((one) => one.stop()), source.down(), second.down()]);
    },
  };
}
