// Runs `model-hub serve` in its own process, over the tests' small index. Scenarios attack, starve and watch this
// process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import { freePort } from '../fixtures/free-port.ts';
import { buildFixture, type Places } from '../fixtures/hub.ts';

const bin = join(import.meta.dirname, '../../generator/bin.mjs');

export interface ServeOrders {
  env?: Record<string, string>;
  /** The port; by default any free one. */
  port?: number;
  /** The words after `serve` on the command line. */
  words?: readonly string[];
  /** The maximum number of files and sockets that the process may open. */
  descriptors?: number;
  /** The target of the access log: a descriptor or a stream of ours; by default there is none. */
  log?: number | Writable;
}

export interface ServedProcess {
  url: string;
  port: number;
  /** Gives the process's standard error so far. */
  notices(): string;
  /** Gives the number of open files and sockets; undefined if the system does not report it. */
  openDescriptors(): number | undefined;
  /** The number of requests until the first answer. */
  asked: number;
  /** Resolves with how the process ended. */
  ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Ends the process, and waits until it is gone. */
  stop(): Promise<void>;
}

/** Imports and builds the small index in a new folder. The caller removes it. */
export async function builtPlaces(): Promise<Places & { folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-fault-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, remove, ...(await buildFixture(folder)) };
}

/** Serves the tree of `places`, and resolves at its first answer. If none comes, rejects with the output. */
export async function serveProcess(places: Places, orders: ServeOrders = {}): Promise<ServedProcess> {
  const port = orders.port ?? (await freePort());
  const limit = orders.descriptors === undefined ? '' : `ulimit -n ${orders.descriptors} && `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, bin, 'serve', ...(orders.words ?? [])], {
    env: {
      ...{ PATH: process.env.PATH, ...compileCache, HOST: '127.0.0.1', PORT: String(port), HUB_PROBE: 'off' },
      // Tests send requests with these hosts.
      ...{ HUB_HOSTS: 'a,hub.example', HUB_DATA: places.data, HUB_DIST: places.dist, ...orders.env },
    },
    stdio: ['ignore', orders.log ?? 'ignore', 'pipe'],
  });
  let notices = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    notices += text;
  });
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    isOver = true;
    return `${code ?? signal}`;
  });
  const asked = await answersUntilUp(port, () => isOver);
  if (asked === undefined) throw new Error(`model-hub serve ended: ${notices}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    notices: () => notices,
    openDescriptors: () => openDescriptors(child),
    asked,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Sends requests until one is answered, and gives their number; undefined if the process ends first. */
async function answersUntilUp(port: number, isOver: () => boolean): Promise<number | undefined> {
  for (let answers = 0; !isOver(); await wait(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { Connection: 'close' } }).catch(
      () => {},
    );
    if (!answer) continue;
    await answer.arrayBuffer();
    answers++;
    if (answer.ok) return answers;
  }
  return undefined;
}

function openDescriptors({ pid }: ChildProcess): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
