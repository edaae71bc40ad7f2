// Starts the processes of a benchmark, exchanges messages with them, and ends them.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { compileCache } from '../fixtures/compile-cache.ts';
import type { HubJob, HubJobResult } from './hub-job.ts';

/** The environment of the processes. Node caches their compiled code, as it does for the `model-hub` command. */
const env = { ...process.env, ...compileCache };

/** Starts the module at `path` (below tests/bench) as a process, with the code in the folder `root` if that is given. */
export function startChild(path: string, args: string[] = [], root?: string): ChildProcess {
  const folder = root === undefined ? import.meta.dirname : join(root, 'tests/bench');
  return fork(join(folder, path), args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** Returns the next message of a child process. Rejects if the child ends without one. */
export function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs[1]} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

/** Ends a child process, and waits until it has ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Starts the server at `path`, whose first message is its address, and ends it after `use`. */
export async function withServer<T>(
  path: string,
  args: string[],
  use: (url: string) => Promise<T>,
  root?: string,
): Promise<T> {
  const child = startChild(path, args, root);
  try {
    return await use(await nextMessage<string>(child));
  } finally {
    await endChild(child);
  }
}

/** Serves the hub in `folder`, with further environment variables, while `use` runs. */
export const withHub = <T>(folder: string, use: (url: string) => Promise<T>, env: object = {}): Promise<T> =>
  withServer('hub-server.ts', [folder, JSON.stringify(env)], use);

/** Runs a job of the hub in a new process, with the code in the folder `root` if that is given. */
export async function runHubJob(job: HubJob, root?: string): Promise<HubJobResult> {
  const child = startChild('hub-job.ts', [], root);
  child.send(job);
  const result = await nextMessage<HubJobResult>(child);
  await endChild(child);
  return result;
}
