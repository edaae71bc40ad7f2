/**
 * Installs the real clients on this machine: Python environments from PyPI, programs in Go, commands from Debian's
 * packages.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresMissing } from '../accounts/postgres-server.ts';
import { installedNginx } from '../fixtures/nginx.ts';
import { findGoModule, findGoProgram, findGoSource, goModules, goPrograms, goSources } from './go-programs.ts';
import { APT_INSTALL, type Client, cache, failure, installPackages, type Say, succeeds } from './installation.ts';
import { runtimes } from './runtimes.ts';

/** Python environments by the names in tests, with their packages. */
const environments = {
  'huggingface_hub 2.0.0': { folder: 'hub-2', packages: ['huggingface_hub==2.0.0'] },
  'huggingface_hub 0.20.3': { folder: 'hub-0.20', packages: ['huggingface_hub==0.20.3'] },
  'huggingface_hub 0.23.5': { folder: 'hub-0.23', packages: ['huggingface_hub==0.23.5'] },
  'huggingface_hub 0.24.0': { folder: 'hub-0.24', packages: ['huggingface_hub==0.24.0'] },
  'huggingface_hub 0.36.0': { folder: 'hub-0.36', packages: ['huggingface_hub==0.36.0'] },
  cyclonedx: { folder: 'cyclonedx', packages: ['cyclonedx-python-lib[validation]==11.12.0'] },
  cryptography: { folder: 'cryptography', packages: ['cryptography==50.0.2'] },
  'huggingface_hub 1.33.0': { folder: 'hub-1', packages: ['huggingface_hub==1.33.0', 'transformers==5.18.0'] },
  model_signing: { folder: 'model-signing', packages: ['model-signing==1.1.1', 'pyopenssl==26.4.0'] },
} as const;

/** Commands by name, with their Debian packages. */
const commands = {
  curl: 'curl',
  wget: 'wget',
  aria2c: 'aria2',
  sha256sum: 'coreutils',
  b3sum: 'b3sum',
  skopeo: 'skopeo',
  git: 'git',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  podman: 'podman',
  runc: 'runc',
} as const;

/** Servers that other suites start if they are installed, with their Debian packages. */
const servers = { nginx: ['nginx', 'libnginx-mod-http-brotli-static'], caddy: ['caddy'] } as const;

/** Commands from npm packages with more files than all of ours: the package, and its script or program. */
const packages = {
  spectral: { wanted: '@stoplight/spectral-cli@6.16.3', script: 'node_modules/@stoplight/spectral-cli/dist/index.js' },
  ...runtimes,
} as const;

export type ClientName =
  | keyof typeof environments
  | keyof typeof commands
  | keyof typeof goPrograms
  | keyof typeof goModules
  | keyof typeof goSources
  | keyof typeof packages;
export type Clients = Readonly<Record<ClientName, Client>>;

/** Installs the missing clients and gives the places of all; a second run takes a moment. */
export async function findClients(say: Say): Promise<Clients> {
  const found: Partial<Record<ClientName, Client>> = {};
  const findAll = async <T>(all: Readonly<Record<string, T>>, find: (one: T, name: string) => Promise<Client>) => {
    for (const [name, one] of Object.entries(all)) found[name as ClientName] = await find(one, name);
  };
  // The waits for the registries overlap.
  await Promise.all([
    findAll(commands, (packageName, name) => findCommand(name, packageName, say)).then(async () => {
      await findPostgres(say);
      for (const [name, wanted] of Object.entries(servers)) await findServer(name, wanted, say);
    }),
    findAll(environments, ({ folder, packages: wanted }) => findEnvironment(join(cache, folder), wanted, say)),
    findAll(goPrograms, (program) => findGoProgram(program, say))
      .then(() => findAll(goSources, (source, name) => findGoSource(source, name, say)))
      .then(() => findAll(goModules, findGoModule)),
    findAll(packages, ({ wanted, script }, name) => findPackage(join(cache, name), wanted, script, say)),
  ]);
  return found as Clients;
}

/** Installs PostgreSQL, which is no client; the suite of accounts finds it by itself. */
async function findPostgres(say: Say): Promise<void> {
  if (postgresMissing() === undefined) return;
  const missing = (await installPackages('PostgreSQL', ['postgresql'], say)) ?? postgresMissing();
  if (missing !== undefined) say(`accounts are not tried on PostgreSQL: ${missing}`);
}

async function findServer(name: string, packages: readonly string[], say: Say): Promise<void> {
  const isThere = (await succeeds(name, ['-v'])) || (await succeeds(name, ['version']));
  if (isThere && (name !== 'nginx' || installedNginx()?.hasBrotli)) return;
  const missing = await installPackages(name, packages, say);
  if (missing !== undefined) say(`${name} is not tried: ${missing}`);
}

async function findCommand(name: string, packageName: string, say: Say): Promise<Client> {
  if (await succeeds(name, ['--version'])) return { path: name };
  const problem = await installPackages(name, [packageName], say);
  return problem === undefined ? { path: name } : { missing: problem };
}

async function findEnvironment(folder: string, packages: readonly string[], say: Say): Promise<Client> {
  const stamp = join(folder, 'installed.txt');
  // A moved environment has scripts that look for Python at the old place.
  const wanted = [folder, ...packages].join('\n');
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

/** Gives the path of a package's script, and runs nothing else of the package. */
async function findPackage(folder: string, wanted: string, script: string, say: Say): Promise<Client> {
  const stamp = join(folder, 'installed.txt');
  const client = { path: join(folder, script) };
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return client;
  say(`installing ${wanted} with npm`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
  const problem = await failure('npm', ['install', '--prefix', folder, ...quiet, wanted]);
  if (problem !== undefined) return { missing: `${wanted} could not be installed: ${problem}` };
  await writeFile(stamp, wanted);
  return client;
}

/** Debian splits `venv` from Python, so root installs it when the first try fails. */
async function makeEnvironment(folder: string): Promise<string | undefined> {
  const problem = await failure('python3', ['-m', 'venv', folder]);
  if (problem === undefined || process.getuid?.() !== 0) return problem;
  if (!(await succeeds('apt-get', [...APT_INSTALL, 'python3-venv']))) return problem;
  return failure('python3', ['-m', 'venv', '--clear', folder]);
}
