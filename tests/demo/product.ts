/** Runs the product's command line as a user does, in child processes with their own environment variables. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));

/** The environment variables that the demo sets. A child process inherits all others. */
export interface ProductEnvironment {
  readonly HOST: string;
  readonly PORT: string;
  readonly HUB_BASE_URL: string;
  readonly HUB_DATA: string;
  readonly HUB_DIST: string;
  readonly HUB_SERVICE: string;
  readonly HUB_SOURCE_SRCA: string;
  readonly HUB_SOURCE_SRCB: string;
  readonly HUB_SOURCE_IPFS: string;
  readonly HUB_PROBE: string;
  readonly HUB_PUBLISHER_TOKEN: string;
  readonly HUB_DATABASE?: string;
  readonly HUB_METRICS?: string;
  readonly HUB_SIGNING_KEY?: string;
}

/**
 * Runs a `model-hub` command to its end and returns its output. Throws an error with the output if the exit code is
 * not 0.
 */
export async function runCommand(words: readonly string[], environment: ProductEnvironment): Promise<string> {
  const child = start(words, environment);
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`model-hub ${words.join(' ')} ended with ${code}:\n${output.text()}`);
  return output.text();
}

export interface ServedHub {
  readonly base: string;
  /** Returns the service's output so far. */
  printed(): string;
  /** Asks the service to end, and returns its exit code; null if it had to be killed after five seconds. */
  stop(): Promise<number | null>;
  /** Kills the service at once, as if the machine failed. */
  kill(): Promise<void>;
}

/** Starts `model-hub serve` and waits, at most 30 seconds, until `/healthz` answers. */
export async function serveHub(environment: ProductEnvironment): Promise<ServedHub> {
  const child = start(['serve'], environment);
  const output = collect(child);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const base = `http://${environment.HOST}:${environment.PORT}`;
  let asked = false;
  child.once('close', (code, signal) => {
    // Prints the output, because a client of the ended service sees nothing but a refused connection.
    if (!asked) console.error(`model-hub serve ended by itself with ${code ?? signal}:\n${output.text()}`);
  });
  const hub: ServedHub = {
    base,
    printed: output.text,
    stop: async () => {
      asked = true;
      child.kill('SIGTERM');
      const patience = new AbortController();
      const late = wait(5000, 'late', { signal: patience.signal }).catch(() => 'ended');
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
      patience.abort();
      return (await ended)[0];
    },
    async kill() {
      asked = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    if (await answers(`${base}/healthz`)) return hub;
    await wait(100);
  }
  await hub.stop();
  throw new Error(`model-hub serve did not come up:\n${output.text()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function start(words: readonly string[], environment: ProductEnvironment): ChildProcess {
  return spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess): { text: () => string } {
  const parts: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  return { text: () => parts.join('') };
}
