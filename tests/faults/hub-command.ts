// Runs `model-hub` as a person would: in a separate process with its own folders.
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));

export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command to its end. `program` is the path of the `model-hub` program, perhaps of another version; the program reads `input`. */
export function hubCommand(
  words: string[],
  env: Record<string, string>,
  folder?: string,
  program = bin,
  input = '',
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1 << 26 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
    child.stdin!.on('error', () => undefined).end(input);
  });
}

/** Starts a command and does not wait for its end. Its progress can be read from standard error. */
export function startCommand(words: string[], env: Record<string, string>): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe'];
  const child = spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...env }, stdio });
  child.stderr!.resume();
  return child;
}

export interface Served {
  url: string;
  process: ChildProcess;
  /** Returns the process's standard error so far. */
  notices(): string;
  /** Ends the hub, and waits until its process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts `model-hub serve`, or `start`, on a free port of the loopback interface. If the hub ends before it listens,
 * rejects with its output.
 */
export async function serveHub(env: Record<string, string>, program = bin, command = 'serve'): Promise<Served> {
  const child = spawn(process.execPath, [program, command], {
    env: { ...process.env, PORT: '0', HUB_PROBE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^(?:Listening on |Model Hub: .* Open )(\S+?)\/?(?: or try)?$/.exec(line);
      if (found) resolve(found[1]!);
    });
    void gone.then(() => reject(new Error(complaints)));
  });
  return {
    url,
    process: child,
    notices: () => complaints,
    stop() {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
