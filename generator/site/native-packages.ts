// Lists the packages with machine code that the build of the website needs, and finds missing ones: `npm ci` silently
// skips a package that the registry lacks.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { own } from '../../src/basics/records.ts';

/** Packages that have their machine code in an optional dependency for each platform. */
const LOADERS = ['@astrojs/compiler-binding', 'rolldown', 'lightningcss', 'satteri'];

/** A kind of machine, in the words that names of packages with machine code use. */
interface Machine {
  platform: string;
  arch: string;
  /** True for Linux with musl instead of glibc. */
  isMusl: boolean;
}

export function thisMachine(): Machine {
  const { platform, arch } = process;
  return { platform, arch, isMusl: platform === 'linux' && !hasGlibc() };
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

/**
 * Lists the packages to install before the website can be built on `machine`, in npm's form (`name@version`); empty if
 * all are installed. If no package exists for the machine, lists none: the program that needs one reports the lack
 * itself.
 */
export function missingNativePackages(machine: Machine): string[] {
  const astro = createRequire(import.meta.url).resolve('astro/package.json');
  return LOADERS.flatMap((loader) => {
    const manifest = manifestOf(loader, astro);
    if (manifest === undefined) return [];
    const { optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      optionalDependencies?: Record<string, string>;
    };
    const names = Object.keys(optionalDependencies);
    const fitting = names.filter((name) => fits(name, machine));
    const usable = [...fitting, ...names.filter((name) => name.endsWith('-wasm32-wasi'))];
    if (usable.some((name) => manifestOf(name, manifest) !== undefined)) return [];
    return fitting.map((name) => `${name}@${own(optionalDependencies, name)}`);
  });
}

/** Returns a sentence about the missing packages; undefined if none is missing. */
export function nativePackagesSentence(machine: Machine = thisMachine()): string | undefined {
  const missing = missingNativePackages(machine);
  if (missing.length === 0) return undefined;
  const kind = `${machine.platform}-${machine.arch}${machine.isMusl ? ' with musl' : ''}`;
  return `The website can’t be built on ${kind} yet: run "npm install --no-save ${missing.join(' ')}" and then the same command again.`;
}

function fits(name: string, { platform, arch, isMusl }: Machine): boolean {
  const found = new RegExp(`-${platform}-${arch}(-[a-z]+)?$`).exec(name);
  return found !== null && (platform !== 'linux' || (found[1] === '-musl') === isMusl);
}

/**
 * Finds the package.json of the package `name` as the module at `from` would. Does not use `require.resolve`, which the
 * `exports` of a package may forbid.
 */
function manifestOf(name: string, from: string): string | undefined {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
}
