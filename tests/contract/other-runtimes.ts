// Runs the hub of the contract scripts in Deno, Bun and workerd, each in its own process, if they are installed.
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { installedRuntime } from '../clients/runtimes.ts';
import { freePort } from '../fixtures/free-port.ts';
import { origin, service } from '../fixtures/hub.ts';
import { alice, publicKey } from '../fixtures/identity.ts';
import { runServer } from '../fixtures/running-server.ts';
import { startWorker, workerMissing } from '../fixtures/worker.ts';
import { type Asked, type Given, overClient, type Player } from './players.ts';
import type { SourceIs } from './script.ts';

/** A host with its own accounts and its own clock. `tell` sets the state of its sources. */
export interface ChildHost {
  name: string;
  player: Player;
  tell(is: Record<string, SourceIs>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the installed runtimes over the tree in `dist`. */
export async function startOtherRuntimes(dist: string): Promise<ChildHost[]> {
  const started = [startDeno(dist), startBun(dist), startScriptsWorker(dist)];
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

async function startScriptsWorker(dist: string): Promise<ChildHost | undefined> {
  if (workerMissing !== undefined) return undefined;
  const port = await freePort();
  const variables = { CHILD_HOST: JSON.stringify({ ...facts, sources: service.sources, origin }) };
  const worker = await startWorker({ main: join(import.meta.dirname, 'child-worker.ts'), variables, port });
  await worker.push(dist, 'hub/');
  return hostAt('workerd', port, worker.stop);
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

/** True if the request reaches a `fetch` handler unchanged: runtimes refuse or rewrite some requests themselves. */
function isPlain({ target, headers, body }: Asked): boolean {
  const url = `http://hub.example${target}`;
  const isHost = ([name, value]: [string, string]) => name !== 'Host' || /^[\w.-]+(:\d+)?$/.test(value);
  const isShort = target.length <= 8000 && (body?.length ?? 0) < 1_000_000;
  return headers.every(isHost) && isShort && URL.canParse(url) && new URL(url).href === url;
}

const OF_THE_RUNTIME = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Makes the answers of several hosts comparable. Decodes the bodies, because each runtime may compress differently,
 * and removes headers and times that may differ between hosts.
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
