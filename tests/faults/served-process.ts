// Runs `model-hub serve` in its own process, over the small index of the tests. Scenarios attack, starve and watch this
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
  /** Its port; by default any free one. */
  port?: number;
  /** The words after `serve` on the command line. */
  words?: readonly string[];
  /** The most files and sockets that the process may open. */
  descriptors?: number;
  /** The output of its log: a descriptor or a pipe of ours; by default none. */
  log?: number | Writable;
}

export interface ServedProcess {
  url: string;
  port: number;
  /** Its standard error so far. */
  notices(): string;
  /** The number of its open files and sockets; undefined where the system does not report it. */
  openDescriptors(): number | undefined;
  /** The number of requests before it answered. */
  asked: number;
  /** The way it ended, once it did. */
  ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

/** Imports and builds the small index in a new folder. The caller removes it. */
export async function builtPlaces(): Promise<Places & { folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-fault-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, remove, ...(await buildFixture(folder)) };
}

/** Serves the tree of `places`; resolves at its first answer. Rejects with its output if it never answers. */
export async function serveProcess(places: Places, orders: ServeOrders = {}): Promise<ServedProcess> {
  const port = orders.port ?? (await freePort());
  const limit = orders.descriptors === undefined ? '' : `ulimit -n ${orders.descriptors} && `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, bin, 'serve', ...(orders.words ?? [])], {
    env: {
      ...{ PATH: process.env.PATH, ...compileCache, HOST: '127.0.0.1', PORT: String(port), HUB_PROBE: 'off' },
      // Tests name hosts of their own in requests.
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

/** Asks until it answers, and gives the number of requests; undefined when it ends first. */
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
