// The hub of the scripts in other runtimes: Deno, Bun and workerd, each a process of its own, where they are installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { installedRuntime } from '../clients/runtimes.ts';
import { freePort } from '../fixtures/free-port.ts';
import { origin, service, storeFiles } from '../fixtures/hub.ts';
import { alice, publicKey } from '../fixtures/identity.ts';
import { runServer } from '../fixtures/running-server.ts';
import { type Asked, type Given, overClient, type Player } from './players.ts';
import type { SourceIs } from './script.ts';

/** A host that is told how the sources are, and that has accounts of its own: what it says of times is not what others say. */
export interface ChildHost {
  name: string;
  player: Player;
  tell(is: Record<string, SourceIs>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts those that are installed over the tree in `dist`. */
export async function startOtherRuntimes(dist: string): Promise<ChildHost[]> {
  const started = [startDeno(dist), startBun(dist), startWorker(dist)];
  return (await Promise.all(started)).filter((one) => one !== undefined);
}

const CHILD = join(import.meta.dirname, 'child-host.ts');
const facts = { key: publicKey, token: alice };

async function startDeno(dist: string): Promise<ChildHost | undefined> {
  const port = await freePort();
  const words = ['serve', '--allow-all', '--quiet', `--port=${port}`, '--host=127.0.0.1', CHILD];
  return startProcess('deno', words, port, dist);
}

async function startBun(dist: string): Promise<ChildHost | undefined> {
  return startProcess('bun', [CHILD], await freePort(), dist);
}

async function startProcess(name: 'deno' | 'bun', words: readonly string[], port: number, dist: string) {
  const command = installedRuntime(name);
  if (command === undefined) return undefined;
  const env = { CHILD_HOST: JSON.stringify({ ...facts, dist, port }), NODE_ENV: 'production' };
  const server = await runServer({ command, words, env, url: `http://127.0.0.1:${port}/healthz`, seconds: 60 });
  return hostAt(name, port, server.stop);
}

/** The worker as wrangler bundles it, in the workerd that comes with it. */
async function startWorker(dist: string): Promise<ChildHost | undefined> {
  const [wrangler, miniflare] = [installedRuntime('wrangler'), installedRuntime('miniflare')];
  if (wrangler === undefined || miniflare === undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'model-hub-worker-'));
  const configuration = join(home, 'wrangler.json');
  const flags = { compatibility_date: '2026-07-30', compatibility_flags: ['nodejs_compat'] };
  const main = join(import.meta.dirname, 'child-worker.ts');
  writeFileSync(configuration, JSON.stringify({ name: 'scripts', main, ...flags }));
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: 'error' };
  execFileSync(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', home, '-c', configuration], { env });
  const { Miniflare } = (await import(miniflare)) as typeof import('./miniflare.d.ts');
  const port = await freePort();
  const worker = new Miniflare({
    ...{ modules: true, modulesRoot: home, scriptPath: join(home, 'child-worker.js'), host: '127.0.0.1', port },
    ...{ compatibilityDate: flags.compatibility_date, compatibilityFlags: flags.compatibility_flags },
    ...{ r2Buckets: ['TREE', 'OBJECTS'], d1Databases: ['DB'], kvNamespaces: ['HEALTH'] },
    bindings: { CHILD_HOST: JSON.stringify({ ...facts, sources: service.sources, origin }) },
  });
  const bucket = await worker.getR2Bucket('TREE');
  for (const [name, bytes] of [...storeFiles(dist), ...siteFiles(dist)]) await bucket.put(`hub/${name}`, bytes);
  await worker.ready;
  return hostAt('workerd', port, async () => {
    await worker.dispose();
    rmSync(home, { recursive: true });
  });
}

function siteFiles(dist: string): [string, Uint8Array][] {
  const folder = join(dist, 'site/client');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`site/client${path.slice(folder.length)}`, readFileSync(path)]);
}

function hostAt(name: string, port: number, stop: () => Promise<void>): ChildHost {
  const url = `http://127.0.0.1:${port}`;
  const ask = overClient(port);
  return {
    name,
    stop,
    player: async (asked) => (isPlain(asked) ? ask(asked) : undefined),
    async tell(is) {
      await fetch(`${url}/.probed`, { method: 'PUT', body: JSON.stringify(is) });
    },
  };
}

/** A request that reaches a handler of `fetch` as it was sent: the servers of runtimes refuse some themselves. */
function isPlain({ target, headers, body }: Asked): boolean {
  const url = `http://hub.example${target}`;
  const isHost = ([name, value]: [string, string]) => name !== 'Host' || /^[\w.-]+(:\d+)?$/.test(value);
  const isShort = target.length <= 8000 && (body?.length ?? 0) < 1_000_000;
  return headers.every(isHost) && isShort && URL.canParse(url) && new URL(url).href === url;
}

const OF_THE_RUNTIME = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * An answer as it is compared: decoded, since a runtime's edge may compress it once more and each compresses in its own
 * way, without headers that say nothing, and without the times at which something began on this host.
 */
export function decoded(given: Given): Given {
  const coding = given.headers.find(([name]) => name === 'content-encoding')?.[1];
  const body = given.body.length === 0 ? given.body : decode(given.body, coding);
  const text = body.toString('latin1').replace(/"(created|asked|noted)":"[^"]*"/g, '"$1":""');
  const headers = given.headers.filter(([name, value]) => !OF_THE_RUNTIME.has(name) && value !== '');
  return { ...given, headers, body: Buffer.from(text, 'latin1') };
}

function decode(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  return coding === 'gzip' ? gunzipSync(body) : body;
}
