/** Runs a real client in a child process and keeps what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, type TestContext } from 'vitest';
import { sha256 } from '../demo/tiny-models.ts';
import type { ClientName } from './machine.ts';

export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Returns the path of a client; skips the test with a reason if this machine lacks the client. */
export function need(context: TestContext, name: ClientName): string {
  const client = inject('clients')[name];
  if ('missing' in client) context.skip(client.missing);
  return (client as { path: string }).path;
}

export interface RunOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The milliseconds after which the command fails; two minutes by default. */
  readonly limit?: number;
}

/** Runs a command until it ends, or until its limit. */
export async function run(command: string, words: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const child = spawn(command, words, {
    cwd: options.folder,
    // The proxy or token of the person who runs the tests must not affect requests to the loopback hub.
    env: { ...process.env, NO_PROXY: '127.0.0.1,localhost', HF_TOKEN: '', ...options.environment },
    signal: AbortSignal.timeout(options.limit ?? 120_000),
  });
  const [output, errors]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (part: string) => output.push(part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => errors.push(part));
  // A command that reads no input may end before its input is written, so EPIPE is no error.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') child.emit('error', error);
  });
  child.stdin.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output.join(''), errors: errors.join('') };
}

export interface PythonAnswer {
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

const calls = fileURLToPath(new URL('huggingface-hub-calls.py', import.meta.url));

/** Makes the environment that points Python clients at a hub, with their own cache. */
export function hubEnvironment(endpoint: string, home: string): Record<string, string> {
  return { HF_ENDPOINT: endpoint, HF_HOME: home, HF_HUB_DISABLE_TELEMETRY: '1', HF_HUB_DISABLE_PROGRESS_BARS: '1' };
}

/** Runs one call of `huggingface-hub-calls.py`, and returns the JSON that it prints. Throws if it prints none. */
export async function python(
  bin: string,
  call: string,
  words: object,
  environment: Readonly<Record<string, string>>,
): Promise<PythonAnswer> {
  const { output, errors } = await run(join(bin, 'python'), [calls, call, JSON.stringify(words)], { environment });
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as PythonAnswer;
  } catch {
    throw new Error(`${call} printed no answer:\n${output}${errors}`);
  }
}

/** Returns the SHA-256 of a file on disk. */
export async function hashOf(path: string): Promise<string> {
  return sha256(await readFile(path));
}
