// A hub in a process of its own for the scenarios that starve it or watch it grow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { compileCache } from '../fixtures/compile-cache.ts';
import type { Places } from '../fixtures/hub.ts';

const PROGRAM = join(import.meta.dirname, '../../generator/bin.mjs');
const START_MS = 60_000;

export interface HubOrders {
  env?: Record<string, string>;
  /** The most files and sockets it may open; undefined: our own limit. */
  descriptors?: number;
}

export interface HubProcess {
  port: number;
  /** Its standard error so far. */
  notices(): string;
  /** Resident memory in MiB; undefined where the system does not tell. */
  resident(): number | undefined;
  /** The way it ended by itself; undefined while it runs. */
  end(): string | undefined;
  signal(name: NodeJS.Signals): void;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

/** Serves the tree of `places`. Rejects with the hub's output when it does not start. */
export async function startHubProcess(places: Places, { env, descriptors }: HubOrders = {}): Promise<HubProcess> {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors} && `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, PROGRAM, 'serve'], {
    env: {
      ...{ PATH: process.env.PATH, ...compileCache, HOST: '127.0.0.1', PORT: '0', HUB_PROBE: 'off' },
      ...{ HUB_DATA: places.data, HUB_DIST: places.dist, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let notices = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notices += text;
  });
  let end: string | undefined;
  let isStopping = false;
  const gone = once(child, 'close').then(([code, signal]) => {
    if (!isStopping) end = `${code ?? signal}: ${notices.slice(-2000)}`;
  });
  const hub = {
    notices: () => notices,
    resident: () => residentOf(child.pid),
    end: () => end,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    async stop() {
      isStopping = true;
      child.kill('SIGKILL');
      await gone;
    },
  };
  const port = await Promise.race([portSaid(child.stdout), gone.then(() => undefined)]);
  if (port !== undefined) return { port, ...hub };
  await hub.stop();
  throw new Error(`model-hub serve did not start: ${end ?? 'it said nothing'}`);
}

/** Reads the port from its first line, and drops later output; undefined when no line comes. */
function portSaid(stdout: NodeJS.ReadableStream): Promise<number | undefined> {
  return new Promise((resolve) => {
    let said = '';
    setTimeout(() => resolve(undefined), START_MS).unref();
    stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes('\n')) return;
      said += text;
      const found = /^Listening on http:\/\/[^:]+:(\d+)\n/.exec(said);
      if (found) resolve(Number(found[1]));
    });
  });
}

function residentOf(pid: number | undefined): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}
