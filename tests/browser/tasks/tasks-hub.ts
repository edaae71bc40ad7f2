// Makes a hub for the tasks of visitors: models to choose from on two days, and a source that is down.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../../functions/hosts/node/serve.ts';
import { readDocsPages } from '../../../generator/documents/docs-pages.ts';
import { readConfig } from '../../../src/service/config.ts';
import { placeBuiltWebsite } from '../../fixtures/built-website.ts';
import { buildFrom, importRows, service } from '../../fixtures/hub.ts';
import type { FixtureRow } from '../../fixtures/rows.ts';

const sha = (algorithm: string, bytes: string | Uint8Array) => createHash(algorithm).update(bytes).digest('hex');

/** Makes a model whose hashes follow from its id, paths and edition; `sizes` has the size in bytes of each path. */
function model(id: string, sizes: Record<string, number>, facts: object, edition = 1): FixtureRow {
  const files = Object.entries(sizes).map(([path, size]) => ({
    path,
    size,
    sha256: sha('sha256', `${id} ${path} ${edition}`),
  }));
  return { id, revision: sha('sha1', `${id} ${edition}`), files, ...facts };
}

const embedding = { pipeline_tag: 'sentence-similarity', library: 'sentence-transformers' };
const chat = { pipeline_tag: 'text-generation', tags: ['chat'] };

/** Returns the sizes in bytes of the quantisations of a model with `billions` billion parameters. */
const quants = (name: string, billions: number) =>
  Object.fromEntries(
    Object.entries({ Q2_K: 0.42, Q4_K_M: 0.605, Q5_K_M: 0.71, Q8_0: 1.06 }).map(([quant, share]) => [
      `${name}.${quant}.gguf`,
      Math.round(share * billions * 1e9),
    ]),
  );

/** The bytes of a file of `EMBEDDER`, which tests drop on a page. */
export const CONFIG = Buffer.from('{"hidden_size": 384}\n');
export const EMBEDDER = 'acme/small-embedder-v2';
export const CHAT = 'quartz/Lantern-7B-Chat-GGUF';
export const CHANGED = 'acme/moves-on';
/** A model of 300 files, and the path of one of them. */
export const MANY = 'acme/three-hundred-files';
export const ONE_OF_MANY = 'voices/de/voice-150.onnx';
/** A base model, and the models that others made from it. */
export const BASE = 'quartz/Lantern-7B-Chat';
export const MADE = ['bright/Lantern-7B-Chat-AWQ', CHAT];

const ofBase = [`base_model:${BASE}`, `base_model:quantized:${BASE}`];

const small: FixtureRow = {
  ...model(EMBEDDER, { 'model.safetensors': 90_900_000 }, { ...embedding, license: 'apache-2.0', downloads: 900 }),
};
small.files.push({ path: 'config.json', size: CONFIG.length, sha256: sha('sha256', CONFIG) });

const yesterday = [
  small,
  model(
    'acme/large-embedder',
    { 'model.safetensors': 14e9 },
    { ...embedding, license: 'apache-2.0', downloads: 5_000 },
  ),
  model('bright/embedder-mit', { 'model.safetensors': 80e6 }, { ...embedding, license: 'mit', downloads: 7_000 }),
  model('acme/tagger', { 'model.safetensors': 400e6 }, { pipeline_tag: 'token-classification', license: 'apache-2.0' }),
  model(CHAT, quants('lantern-7b-chat', 7), {
    ...{ ...chat, tags: ['chat', 'gguf', ...ofBase], license: 'apache-2.0', library: 'gguf', parameters: 7e9 },
  }),
  model(
    MADE[0]!,
    { 'model.safetensors': 4e9 },
    { ...chat, tags: ['chat', ...ofBase], parameters: 7e9, createdAt: '2026-11-01T00:00:00.000Z' },
  ),
  model(
    MANY,
    Object.fromEntries([
      ['config.json', 800],
      ...Array.from({ length: 299 }, (_, at) => [`voices/de/voice-${at}.onnx`, 60_000_000 + at]),
    ]),
    { license: 'mit' },
  ),
  model('quartz/Lantern-70B-Chat-GGUF', quants('lantern-70b-chat', 70), { ...chat, library: 'gguf', parameters: 70e9 }),
  model(
    BASE,
    { 'model.safetensors': 14.5e9 },
    { ...chat, license: 'apache-2.0', parameters: 7e9, createdAt: '2026-10-01T00:00:00.000Z' },
  ),
];

const both = (edition: number) => [
  ...yesterday,
  model(CHANGED, { 'model.safetensors': 1e9 }, { license: 'mit' }, edition),
];
const today = [...both(2), model('acme/brand-new', { 'model.safetensors': 2e9 }, { license: 'mit' })];

export interface TasksHub {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the hub from folders below `folder`. Nothing listens at the addresses of its sources; the function returns
 * after the hub has noticed that a source is down.
 */
export async function startTasksHub(folder: string): Promise<TasksHub> {
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  mkdirSync(places.dist, { recursive: true });
  await importRows(places.data, '2026-11-18', both(1));
  const catalog = await importRows(places.data, '2026-11-19', today);
  await Promise.all([buildFrom(places, catalog, [], readDocsPages), placeBuiltWebsite(places.dist)]);
  const settings = { HUB_DATA: places.data, HUB_DIST: places.dist, PORT: '0', HUB_PROBE: '1' };
  const nowhere = service.sources.map((source) => ({ ...source, base: 'http://127.0.0.1:9' }));
  const serving = await serve({
    config: readConfig(settings),
    service: { ...service, sources: nowhere },
    baseUrl: undefined,
    writeLog() {},
    writeNotice() {},
  });
  while (!(await isSomethingDown(serving.url))) await new Promise((passed) => setTimeout(passed, 100));
  return serving;
}

async function isSomethingDown(url: string): Promise<boolean> {
  const health = (await (await fetch(`${url}/api/hub/health`)).json()) as { sources: Record<string, { ok: boolean }> };
  return Object.values(health.sources).some(({ ok }) => !ok);
}
