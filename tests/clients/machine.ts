/**
 * Installs the real clients on this machine: Python environments from PyPI, programs in Go, and commands from Debian's
 * packages.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresMissing } from '../accounts/postgres-server.ts';
import { findGoProgram, findGoSource, goPrograms, goSources } from './go-programs.ts';
import { APT_INSTALL, type Client, cache, failure, installPackages, type Say, succeeds } from './installation.ts';
import { runtimes } from './runtimes.ts';

/** The Python environments, by their names in tests, with their packages. */
const environments = {
  'huggingface_hub 2.0.0': { folder: 'hub-2', packages: ['huggingface_hub==2.0.0'] },
  'huggingface_hub 0.20.3': { folder: 'hub-0.20', packages: ['huggingface_hub==0.20.3'] },
  'huggingface_hub 0.23.5': { folder: 'hub-0.23', packages: ['huggingface_hub==0.23.5'] },
  'huggingface_hub 0.24.0': { folder: 'hub-0.24', packages: ['huggingface_hub==0.24.0'] },
  'huggingface_hub 0.36.0': { folder: 'hub-0.36', packages: ['huggingface_hub==0.36.0'] },
  cyclonedx: { folder: 'cyclonedx', packages: ['cyclonedx-python-lib[validation]==11.12.0'] },
  cryptography: { folder: 'cryptography', packages: ['cryptography==50.0.2'] },
  'huggingface_hub 1.33.0': { folder: 'hub-1', packages: ['huggingface_hub==1.33.0', 'transformers==5.18.0'] },
  'openapi-python-client': {
    folder: 'openapi',
    packages: ['openapi-python-client==0.29.1', 'openapi-generator-cli==7.26.0'],
  },
  agents: { folder: 'agents', packages: ['langchain-mcp-adapters==0.3.2', 'crewai-tools[mcp]==1.15.30'] },
  model_signing: { folder: 'model-signing', packages: ['model-signing==1.1.1', 'pyopenssl==26.4.0'] },
} as const;

/** The commands, with their Debian packages. */
const commands = {
  curl: 'curl',
  wget: 'wget',
  aria2c: 'aria2',
  sha256sum: 'coreutils',
  b3sum: 'b3sum',
  skopeo: 'skopeo',
  git: 'git',
  java: 'default-jre-headless',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  promtool: 'prometheus',
  podman: 'podman',
  runc: 'runc',
} as const;

/** The servers that other suites start if they are installed, named like their Debian packages. */
const servers = ['nginx', 'caddy', 'pgbouncer'];

/**
 * An npm package that only these tests run. package.json leaves it out, because it has more files than all packages
 * in it.
 */
interface NpmPackage {
  /** The package with its version, and other packages that it needs. */
  readonly wanted: string;
  /** The script or program in the package. */
  readonly script: string;
}

const packages: Readonly<Record<keyof typeof runtimes | 'openapi-typescript', NpmPackage>> = {
  ...runtimes,
  'openapi-typescript': {
    wanted: 'openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3',
    script: 'node_modules/openapi-typescript/bin/cli.js',
  },
};

export type ClientName =
  | keyof typeof environments
  | keyof typeof commands
  | keyof typeof goPrograms
  | keyof typeof goSources
  | keyof typeof packages
  | 'transformers';
export type Clients = Readonly<Record<ClientName, Client>>;

/** Installs missing clients, and returns the paths of all clients. A second run installs nothing. */
export async function findClients(say: Say): Promise<Clients> {
  const found: Partial<Record<ClientName, Client>> = {};
  const findAll = async <T>(all: Readonly<Record<string, T>>, find: (one: T, name: string) => Promise<Client>) => {
    for (const [name, one] of Object.entries(all)) found[name as ClientName] = await find(one, name);
  };
  // Installs from several registries at the same time.
  await Promise.all([
    findAll(commands, (packageName, name) => findCommand(name, packageName, say)).then(async () => {
      await findPostgres(say);
      for (const name of servers) await findServer(name, say);
    }),
    findAll(environments, ({ folder, packages: wanted }) => findEnvironment(join(cache, folder), wanted, say)).then(
      async () => {
        found.transformers = await findTransformers(say);
      },
    ),
    findAll(goPrograms, (program) => findGoProgram(program, say)).then(() =>
      findAll(goSources, (source, name) => findGoSource(source, name, say)),
    ),
    findAll(packages, (wanted, name) => findPackage(join(cache, name), wanted, say)),
  ]);
  return found as Clients;
}

/** Installs PostgreSQL for the suite of accounts, which finds the server on its own. */
async function findPostgres(say: Say): Promise<void> {
  if (postgresMissing() === undefined) return;
  const missing = (await installPackages('PostgreSQL', ['postgresql'], say)) ?? postgresMissing();
  if (missing !== undefined) say(`accounts are not tried on PostgreSQL: ${missing}`);
}

async function findServer(name: string, say: Say): Promise<void> {
  for (const word of ['-v', 'version', '--version']) if (await succeeds(name, [word])) return;
  const missing = await installPackages(name, [name], say);
  if (missing !== undefined) say(`${name} is not tried: ${missing}`);
}

async function findCommand(name: string, packageName: string, say: Say): Promise<Client> {
  if (await succeeds(name, ['--version'])) return { path: name };
  const problem = await installPackages(name, [packageName], say);
  return problem === undefined ? { path: name } : { missing: problem };
}

/** Makes a Python environment with these packages; `python` is the interpreter, and words of `uv venv` after it. */
async function findEnvironment(
  folder: string,
  packages: readonly string[],
  say: Say,
  python: readonly string[] = ['python3'],
): Promise<Client> {
  const stamp = join(folder, 'installed.txt');
  // The scripts of an environment name its folder, so a moved environment must be made again.
  const wanted = [folder, ...packages].join('\n');
  const client = { path: join(folder, 'bin') };
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return client;
  say(`installing ${packages.join(' and ')} with uv`);
  const problem =
    (await lacksUv()) ??
    (await failure(uv, ['venv', '--quiet', '--clear', '--python', ...python, folder])) ??
    (await failure(uv, ['pip', 'install', '--quiet', '--python', folder, ...packages]));
  if (problem !== undefined) return { missing: `${packages.join(' and ')} could not be installed: ${problem}` };
  await writeFile(stamp, wanted);
  return client;
}

/** uv installs the packages of an environment in a tenth of the time that pip takes. */
const uv = join(cache, 'uv/bin/uv');

/**
 * Installs uv, and says why that failed. If the user is root, also installs Python's `venv`, which Debian's Python
 * lacks.
 */
async function lacksUv(): Promise<string | undefined> {
  if (await succeeds(uv, ['--version'])) return undefined;
  const words = ['-m', 'venv', '--clear', join(cache, 'uv')];
  if (!(await succeeds('python3', words)) && process.getuid?.() === 0)
    await succeeds('apt-get', [...APT_INSTALL, 'python3-venv']);
  return (
    (await failure('python3', words)) ??
    (await failure(join(cache, 'uv/bin/pip'), ['install', '--quiet', 'uv==0.13.9']))
  );
}

/**
 * Installs Transformers with Debian's PyTorch, which is for processors only: PyPI's has gigabytes for graphics cards.
 */
async function findTransformers(say: Say): Promise<Client> {
  const python = '/usr/bin/python3';
  const isThere = await succeeds(python, ['-c', 'import torch']);
  const problem = isThere ? undefined : await installPackages('PyTorch', ['python3-torch'], say);
  if (problem !== undefined) return { missing: problem };
  const words = [python, '--system-site-packages'];
  return findEnvironment(join(cache, 'transformers'), ['transformers==4.44.2', 'numpy<2'], say, words);
}

/** Installs a package without running its scripts, and returns the path of its program. */
async function findPackage(folder: string, { wanted, script }: NpmPackage, say: Say): Promise<Client> {
  const stamp = join(folder, 'installed.txt');
  const client = { path: join(folder, script) };
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return client;
  say(`installing ${wanted} with npm`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
  const problem = await failure('npm', ['install', '--prefix', folder, ...quiet, ...wanted.split(' ')]);
  if (problem !== undefined) return { missing: `${wanted} could not be installed: ${problem}` };
  await writeFile(stamp, wanted);
  return client;
}
