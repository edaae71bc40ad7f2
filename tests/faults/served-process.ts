// Runs `model-hub serve` in a separate process over the small index of the tests, for scenarios that attack, starve and
// watch it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { compileCache } from '../fixtures/compile-cache.ts';
import { freePort } from '../fixtures/free-port.ts';
import { buildFixture, type Places } from '../fixtures/hub.ts';

const bin = join(import.meta.dirname, '../../generator/bin.mjs');

interface ServeOrders {
  env?: Record<string, string>;
  /** The port to listen on; by default any free one. */
  port?: number;
  /** The arguments after `serve` on the command line. */
  words?: readonly string[];
  /** Words to put in front of the command, such as those that limit its memory. */
  before?: readonly string[];
  /** The maximum number of files and sockets that the process may open. */
  descriptors?: number;
  /** The target of the access log: a descriptor or a stream of this process; by default nothing is logged. */
  log?: number | Writable;
}

export interface ServedProcess {
  url: string;
  port: number;
  /** Returns the process's standard error so far. */
  notices(): string;
  /** Returns the resident memory in MiB; undefined if the system does not report it. */
  resident(): number | undefined;
  /** Returns the number of open files and sockets; undefined if the system does not report it. */
  openDescriptors(): number | undefined;
  /** The number of answers up to the first one with a good status. */
  asked: number;
  /** Says how the process ended by itself; undefined while it runs. */
  end(): string | undefined;
  /** Resolves to the exit code or the signal with which the process ended. */
  ended: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Ends the process, and waits until it has ended. */
  stop(): Promise<void>;
}

/** Imports and builds the small index in a new folder, which the caller removes. */
export async function builtPlaces(): Promise<Places & { folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-fault-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, remove, ...(await buildFixture(folder)) };
}

/**
 * Serves the tree in `places`, and resolves once the hub is ready. If the process ends before, rejects with its output.
 */
export async function serveProcess(places: Places, orders: ServeOrders = {}): Promise<ServedProcess> {
  const port = orders.port ?? (await freePort());
  const limit = orders.descriptors === undefined ? '' : `ulimit -n ${orders.descriptors} && `;
  const command = [...(orders.before ?? []), process.execPath, bin, 'serve', ...(orders.words ?? [])];
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...command], {
    env: {
      ...{ PATH: process.env.PATH, ...compileCache, HOST: '127.0.0.1', PORT: String(port), HUB_PROBE: 'off' },
      // Tests send requests with these host names.
      ...{ HUB_HOSTS: 'a,hub.example', HUB_DATA: places.data, HUB_DIST: places.dist, ...orders.env },
    },
    stdio: ['ignore', orders.log ?? 'ignore', 'pipe'],
  });
  let notices = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    notices += text;
  });
  let end: string | undefined;
  let isStopping = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    end = `${code ?? signal}`;
    return end;
  });
  const asked = await answersUntilUp(port, () => end !== undefined);
  if (asked === undefined) throw new Error(`model-hub serve ended: ${notices}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    notices: () => notices,
    resident: () => residentOf(child),
    openDescriptors: () => openDescriptors(child),
    end: () => (isStopping || end === undefined ? undefined : `${end}: ${notices.slice(-2000)}`),
    asked,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      isStopping = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Sends requests until one gets a good status, and resolves to the number of answers; undefined if the process ends
 * first.
 */
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

function residentOf({ pid }: ChildProcess): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}
