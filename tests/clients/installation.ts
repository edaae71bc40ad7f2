/** Shares the parts of every client's installation: a lasting folder, commands that may fail, Debian's packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The place of a client, or the reason why this machine can't have it. */
export type Client = { readonly path: string } | { readonly missing: string };

/** Reports the progress to a waiting person. */
export type Say = (sentence: string) => void;

/** Clients stay here between runs. */
export const cache = fileURLToPath(new URL('../../node_modules/.cache/model-hub-clients', import.meta.url));

export interface Tried {
  readonly output: string;
  /** The last line of its complaint; absent when it succeeded. */
  readonly problem?: string;
}

export interface TryOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The time limit; five minutes by default. */
  readonly minutes?: number;
}

/** Runs a command to its end. */
export async function attempt(command: string, words: readonly string[], options: TryOptions = {}): Promise<Tried> {
  const { folder, environment = {}, minutes = 5 } = options;
  const limit = AbortSignal.timeout(minutes * 60_000);
  const child = spawn(command, words, { cwd: folder, env: { ...process.env, ...environment }, signal: limit });
  let [output, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint += part;
  });
  child.stdin.end();
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return { output };
    return { output, problem: complaint.trim().split('\n').at(-1) || `${command} ended with ${code}` };
  } catch {
    const problem = limit.aborted ? `${command} took longer than ${minutes} minutes` : `${command} is not installed`;
    return { output, problem };
  }
}

/** Runs a command to its end; gives the reason of a failure, or undefined. */
export async function failure(
  command: string,
  words: readonly string[],
  options?: TryOptions,
): Promise<string | undefined> {
  return (await attempt(command, words, options)).problem;
}

/** Runs a command to its end; true when it succeeded. */
export async function succeeds(command: string, words: readonly string[]): Promise<boolean> {
  return (await failure(command, words)) === undefined;
}

/** Installs packages of Debian; waits for other installations. */
export const APT_INSTALL = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];

/** Installs packages of Debian; gives the reason of a failure, or undefined. `what` needs them. */
export async function installPackages(
  what: string,
  packages: readonly string[],
  say: Say,
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return `${what} is not installed, and installing it needs root`;
  if (!(await succeeds('apt-get', ['--version']))) return `${what} is not installed, and there is no apt`;
  say(`installing ${packages.join(' and ')} with apt-get`);
  await succeeds('apt-get', ['update']);
  // Nobody can answer the questions of a package.
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const problem = await failure('apt-get', [...APT_INSTALL, ...packages], { environment });
  return problem && `apt-get install ${packages.join(' ')} failed: ${problem}`;
}
