/** Gets the real clients onto this machine: Python environments from PyPI, commands from Debian's packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a client is, or the reason why it cannot be had here. */
export type Client = { readonly path: string } | { readonly missing: string };

const cache = fileURLToPath(new URL('../../node_modules/.cache/model-hub-clients', import.meta.url));

/** Python environments by the name their tests ask for, and what is installed in each. */
const environments = {
  'huggingface_hub 2.0.0': { folder: 'hub-2', packages: ['huggingface_hub==2.0.0'] },
  'huggingface_hub 1.33.0': { folder: 'hub-1', packages: ['huggingface_hub==1.33.0', 'transformers==5.18.0'] },
} as const;

/** Commands by name, and the Debian package that has each. */
const commands = { curl: 'curl', wget: 'wget', aria2c: 'aria2', sha256sum: 'coreutils' } as const;

export type ClientName = keyof typeof environments | keyof typeof commands;
export type Clients = Readonly<Record<ClientName, Client>>;

/** Installs what is missing and says where everything is; a second run finds it and takes a moment. */
export async function findClients(say: (sentence: string) => void): Promise<Clients> {
  const found: Partial<Record<ClientName, Client>> = {};
  for (const [name, packageName] of Object.entries(commands)) {
    found[name as ClientName] = await findCommand(name, packageName, say);
  }
  for (const [name, { folder, packages }] of Object.entries(environments)) {
    found[name as ClientName] = await findEnvironment(join(cache, folder), packages, say);
  }
  return found as Clients;
}

async function findCommand(name: string, packageName: string, say: (sentence: string) => void): Promise<Client> {
  if (await succeeds(name, ['--version'])) return { path: name };
  if (process.getuid?.() !== 0) return { missing: `${name} is not installed, and installing it needs root` };
  if (!(await succeeds('apt-get', ['--version']))) return { missing: `${name} is not installed, and there is no apt` };
  say(`installing ${packageName} with apt-get`);
  await succeeds('apt-get', ['update']);
  const problem = await failure('apt-get', ['install', '-y', '--no-install-recommends', packageName]);
  return problem === undefined ? { path: name } : { missing: `apt-get install ${packageName} failed: ${problem}` };
}

async function findEnvironment(
  folder: string,
  packages: readonly string[],
  say: (sentence: string) => void,
): Promise<Client> {
  const stamp = join(folder, 'installed.txt');
  const wanted = packages.join('\n');
  const client = { path: join(folder, 'bin') };
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return client;
  say(`installing ${packages.join(' and ')} with pip`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const problem =
    (await makeEnvironment(folder)) ?? (await failure(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages]));
  if (problem !== undefined) return { missing: `${packages.join(' and ')} could not be installed: ${problem}` };
  await writeFile(stamp, wanted);
  return client;
}

/** Debian splits `venv` from Python, so as root it is fetched when the first try fails. */
async function makeEnvironment(folder: string): Promise<string | undefined> {
  const problem = await failure('python3', ['-m', 'venv', folder]);
  if (problem === undefined || process.getuid?.() !== 0) return problem;
  if (!(await succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'python3-venv']))) return problem;
  return failure('python3', ['-m', 'venv', '--clear', folder]);
}

async function succeeds(command: string, words: readonly string[]): Promise<boolean> {
  return (await failure(command, words)) === undefined;
}

/** Runs a command for at most five minutes; the last line it complained with, or nothing when it succeeded. */
async function failure(command: string, words: readonly string[]): Promise<string | undefined> {
  const limit = AbortSignal.timeout(300_000);
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'pipe'], signal: limit });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint += part;
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : complaint.trim().split('\n').at(-1) || `${command} ended with ${code}`;
  } catch {
    return limit.aborted ? `${command} took longer than five minutes` : `${command} is not installed`;
  }
}
