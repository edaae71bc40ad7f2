/** Builds clients written in Go, once, from their modules at a pinned version. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { attempt, type Client, cache, failure, installPackages, type Say, succeeds } from './installation.ts';

/** A program in a Go module. */
export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** The package within the module; absent for the module's root. */
  readonly folder?: string;
  /** Returns additional variables for the build, or the reason why this machine can't build the program. */
  readonly prepare?: (say: Say) => Promise<Record<string, string> | { readonly missing: string }>;
}

/** The programs, by their names in tests. */
export const goPrograms = {
  oras: { module: 'oras.land/oras', version: 'v1.3.3', folder: 'cmd/oras' },
  crane: { module: 'github.com/google/go-containerregistry', version: 'v0.22.1', folder: 'cmd/crane' },
  modctl: { module: 'github.com/modelpack/modctl', version: 'v0.2.2' },
  cosign: { module: 'github.com/sigstore/cosign/v3', version: 'v3.1.3', folder: 'cmd/cosign' },
  versitygw: { module: 'github.com/versity/versitygw', version: 'v1.8.0', folder: 'cmd/versitygw' },
  // The library with which Docker Compose loads its files, as a program that checks one file.
  compose: { module: 'github.com/compose-spec/compose-go/v2', version: 'v2.16.2', folder: 'cmd' },
  actionlint: { module: 'github.com/rhysd/actionlint', version: 'v1.7.12', folder: 'cmd/actionlint' },
  vegeta: { module: 'github.com/tsenart/vegeta/v12', version: 'v12.13.0' },
  'oapi-codegen': { module: 'github.com/oapi-codegen/oapi-codegen/v2', version: 'v2.8.0', folder: 'cmd/oapi-codegen' },
  ogen: { module: 'github.com/ogen-go/ogen', version: 'v1.25.0', folder: 'cmd/ogen' },
  ollama: { module: 'github.com/ollama/ollama', version: 'v0.17.4', prepare: prepareOllama },
} satisfies Record<string, GoProgram>;

/** A Go program of this project: its folder, and the modules that its `go.mod` requires. */
interface GoSource {
  readonly folder: string;
  readonly modules: Readonly<Record<string, string>>;
}

const tessera = { 'github.com/transparency-dev/tessera': 'v1.0.4' } as const;

export const goSources = {
  'sumdb-reader': { folder: 'log-readers/sumdb', modules: { 'golang.org/x/mod': 'v0.42.0' } },
  'schema-reader': { folder: 'schema-reader', modules: { 'github.com/google/jsonschema-go': 'v0.4.3' } },
  'tessera-reader': { folder: 'log-readers/tessera', modules: tessera },
} satisfies Record<string, GoSource>;

/** Downloads a Go module, and returns the folder with its files. */
export async function findGoModule(module: string): Promise<Client> {
  const { output, problem } = await attempt('go', ['mod', 'download', '-json', module]);
  if (problem !== undefined) return { missing: `${module} is not there: ${problem}` };
  return { path: (JSON.parse(output) as { Dir: string }).Dir };
}

/** Builds a program unless it exists. This needs Go 1.25 and its module proxy. */
export async function findGoProgram(program: GoProgram, say: Say): Promise<Client> {
  const { module, version, folder, prepare } = program;
  const main = folder === undefined ? module : `${module}/${folder}`;
  // The path of a module may end in its major version, such as `/v2`, which is no part of the program's name.
  const name = basename(main.replace(/\/v\d+$/, ''));
  const place = join(cache, name);
  const stamp = join(place, 'installed.txt');
  const client = { path: join(place, name) };
  if ((await readFile(stamp, 'utf8').catch(() => '')) === `${main}@${version}`) return client;
  const old = await goFault();
  if (old !== undefined) return { missing: `${name} is not built: ${old}` };
  const environment = (await prepare?.(say)) ?? {};
  if ('missing' in environment) return { missing: `${name} is not built: ${environment.missing}` };
  say(`building ${main} ${version} with go`);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  // `go install` would also request the list of all versions, which a mirror of the proxy may lack.
  await writeFile(join(place, 'go.mod'), `module client\n\ngo 1.25.0\n\nrequire ${module} ${version}\n`);
  const words = ['build', '-mod=mod', '-o', `${place}/`, main];
  const problem = await failure('go', words, { folder: place, environment, minutes: 30 });
  if (problem !== undefined) return { missing: `${name} could not be built: ${problem}` };
  await writeFile(stamp, `${main}@${version}`);
  return client;
}

/** Builds a program of this project unless it exists with the same source. */
export async function findGoSource({ folder, modules }: GoSource, name: string, say: Say): Promise<Client> {
  const source = await readFile(new URL(`${folder}/main.go`, import.meta.url), 'utf8');
  const place = join(cache, name);
  const stamp = join(place, 'installed.txt');
  const client = { path: join(place, name) };
  const required = Object.entries(modules).map(([module, version]) => `require ${module} ${version}\n`);
  const wanted = required.join('') + source;
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return client;
  const old = await goFault();
  if (old !== undefined) return { missing: `${name} is not built: ${old}` };
  say(`building ${name} with go`);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'go.mod'), `module ${name}\n\ngo 1.25.0\n\n${required.join('')}`);
  await writeFile(join(place, 'main.go'), source);
  const problem = await failure('go', ['build', '-mod=mod', '-o', `${place}/${name}`, '.'], {
    folder: place,
    minutes: 30,
  });
  if (problem !== undefined) return { missing: `${name} could not be built: ${problem}` };
  await writeFile(stamp, wanted);
  return client;
}

/** Says why this machine can't use Go; undefined if it can. */
async function goFault(): Promise<string | undefined> {
  const { output, problem } = await attempt('go', ['version']);
  if (problem !== undefined) return problem;
  const [, minor = '0'] = /go1\.(\d+)/.exec(output) ?? [];
  return Number(minor) < 25 ? `it needs Go 1.25, and this is ${output.trim()}` : undefined;
}

/** Headers that Ollama's C++ includes, with their Debian packages. */
const headers = { 'nlohmann/json_fwd.hpp': 'nlohmann-json3-dev', 'stb/stb_image.h': 'libstb-dev' } as const;

/**
 * Prepares the build of Ollama. Its C++ needs three libraries from a folder `vendor`, which the archive of a Go module
 * leaves out. Debian packages two of them, and a Go module has the third. Tests never run that code, so the build does
 * not optimise it.
 */
async function prepareOllama(say: Say): Promise<Record<string, string> | { readonly missing: string }> {
  const wanted: string[] = Object.entries(headers).flatMap(([header, name]) =>
    existsSync(join('/usr/include', header)) ? [] : [name],
  );
  if (!(await succeeds('g++', ['--version']))) wanted.push('g++');
  const problem = wanted.length === 0 ? undefined : await installPackages(wanted.join(' and '), wanted, say);
  if (problem !== undefined) return { missing: problem };
  const audio = await findGoModule('github.com/gen2brain/malgo@v0.11.24');
  if ('missing' in audio) return audio;
  const include = join(cache, 'ollama-headers');
  await rm(include, { recursive: true, force: true });
  await mkdir(include, { recursive: true });
  await symlink(audio.path, join(include, 'miniaudio'));
  return { CGO_ENABLED: '1', CGO_CFLAGS: '-O0 -w', CGO_CXXFLAGS: `-O0 -w -I${include}` };
}
