/**
 * The parts that the installation of every client needs: a lasting folder, commands that may fail, and Debian's
 * packages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The path of a client, or the reason why this machine can't have it. */
export type Client = { readonly path: string } | { readonly missing: string };

/** Reports progress to the person who runs the installation. */
export type Say = (sentence: string) => void;

/** The folder that keeps clients between runs. */
export const cache = fileURLToPath(new URL('../../node_modules/.cache/model-hub-clients', import.meta.url));

export interface Tried {
  readonly output: string;
  /** The last line of the error; absent if the command succeeded. */
  readonly problem?: string;
}

export interface TryOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The time limit; five minutes by default. */
  readonly minutes?: number;
}

/** Runs a command until it ends, and returns its output and the last line of its error. Never throws. */
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

/** Runs a command until it ends, and says why it failed; undefined if it succeeded. */
export async function failure(
  command: string,
  words: readonly string[],
  options?: TryOptions,
): Promise<string | undefined> {
  return (await attempt(command, words, options)).problem;
}

/** Runs a command until it ends; true if it succeeded. */
export async function succeeds(command: string, words: readonly string[]): Promise<boolean> {
  return (await failure(command, words)) === undefined;
}

/** The words of apt-get that install packages and wait for other installations. */
export const APT_INSTALL = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];

/** Installs the Debian packages of the program `what`, and says why that failed; undefined if it succeeded. */
export async function installPackages(
  what: string,
  packages: readonly string[],
  say: Say,
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return `${what} is not installed, and installing it needs root`;
  if (!(await succeeds('apt-get', ['--version']))) return `${what} is not installed, and there is no apt`;
  say(`installing ${packages.join(' and ')} with apt-get`);
  await succeeds('apt-get', ['update']);
  // Stops packages from asking questions, since nobody can answer.
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const problem = await failure('apt-get', [...APT_INSTALL, ...packages], { environment });
  return problem && `apt-get install ${packages.join(' ')} failed: ${problem}`;
}
