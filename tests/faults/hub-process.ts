// Runs a hub in a separate process, for scenarios that limit its resources or watch its memory.
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
  /** The maximum number of files and sockets that the hub may open; by default the limit of this process. */
  descriptors?: number;
}

export interface HubProcess {
  port: number;
  /** Returns the hub's standard error so far. */
  notices(): string;
  /** Returns the hub's resident memory in MiB; undefined if the system does not report it. */
  resident(): number | undefined;
  /** Says how the hub ended by itself; undefined while it runs. */
  end(): string | undefined;
  signal(name: NodeJS.Signals): void;
  /** Ends the hub, and waits until its process has ended. */
  stop(): Promise<void>;
}

/** Serves the tree in `places`. Rejects with the hub's output if it does not start. */
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

/** Reads the port from the hub's first line, and drops later output. Resolves to undefined if no line comes. */
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
