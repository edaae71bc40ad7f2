// Builds the website with Astro if its sources have changed. Builds into a new folder, and then changes the link `site`
// to that folder.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { SITE_ASSETS, SITE_ASSETS_BEFORE, SITE_CLIENT } from '../../src/tree/static-tree.ts';
import { writeForms } from '../files/compress.ts';
import { filesBelow, isOurs, namesIn, pathBelow, removeIn } from '../files/own-folder.ts';
import { putReadableCopy } from '../files/whole-file.ts';
import { codeKey, keyOf, sourcesKey } from '../keys/code-key.ts';
import { Failure } from '../process/failure.ts';
import { madeFolder, packageFolder } from '../process/package-paths.ts';
import { runProgram } from './run-program.ts';

/** The files and folders, beside the code, from which Astro makes the website. */
const TEXTS = ['package.json', 'public', 'content/docs'];
/** The file of a website that names the hash of the code for pages of models. */
export const PAGES_KEY = 'server/pages-key.txt';

/**
 * Brings `<dist>/site` up to the present sources: builds the website, or copies the one in the npm package. Returns
 * false if it was up to date: a folder in `sites` has its name only if it is whole. `dist` must be absolute, because
 * Astro runs in another folder.
 */
export async function buildSite(dist: string): Promise<boolean> {
  const key = siteKey();
  const folder = join(dist, 'sites', key);
  const link = join(dist, 'site');
  if (linkTarget(link) === join('sites', key) && existsSync(folder)) return false;
  const fresh = join(dist, 'sites', `${key}.${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    if (madeFolder === undefined) await makeSite(fresh);
    else copyFiles(join(madeFolder, 'website'), join(fresh, 'site'));
    const before = linkTarget(link);
    if (before !== undefined) keepAssets(join(dist, before), join(fresh, SITE_CLIENT));
    // Renames the old folder before removing it, because the removal takes a while and the hub may be serving from the
    // folder.
    removeIn(dist, join('sites', `${key}.old`));
    if (isOurs(dist, join('sites', key))) renameSync(folder, `${folder}.old`);
    renameSync(join(fresh, 'site'), folder);
  } finally {
    removeIn(dist, relative(dist, fresh));
  }
  swapLink(link, join('sites', key));
  for (const old of namesIn(dist, 'sites')) if (old !== key) removeIn(dist, join('sites', old));
  return true;
}

async function makeSite(fresh: string): Promise<void> {
  await runAstro(fresh);
  compressAssets(join(fresh, SITE_CLIENT, SITE_ASSETS));
  writeFileSync(join(fresh, 'site', PAGES_KEY), codeKey());
}

/** Returns a hash of the present sources, which names the website that they make. */
export function siteKey(): string {
  return keyOf(codeKey(), sourcesKey(TEXTS));
}

async function runAstro(dist: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { astro: string } };
  const program = {
    module: join(dirname(manifest), bin.astro),
    words: ['build', '--silent'],
    folder: packageFolder,
    env: { HUB_DIST: dist, ASTRO_TELEMETRY_DISABLED: '1' },
  };
  await runProgram(program, 'The website could not be built').catch(throwWithFix);
}

/** Names the package with machine code for this kind of machine, if the registry lacked it when the lock file was made. */
function throwWithFix(error: Error): never {
  const [, name, loader] =
    /Cannot find module '((\S+?)-(?:darwin|freebsd|linux|win32)-[^']+)'/.exec(error.message) ?? [];
  if (name === undefined) throw error;
  const manifest = readFileSync(join(packageFolder, 'node_modules', loader!, 'package.json'), 'utf8');
  const { [name]: version } = (JSON.parse(manifest) as { optionalDependencies: Record<string, string> })
    .optionalDependencies;
  throw new Failure(
    `The website needs a package that npm left out: run "npm install --no-save ${name}@${version}" and this again.`,
  );
}

/** Writes a brotli and a gzip form beside each file below `folder` that is large enough. */
export function compressAssets(folder: string): void {
  for (const path of filesBelow(folder)) writeForms(path, readFileSync(path));
}

/**
 * Links the assets of the former website at `before` into the new website, because pages in older trees still use them.
 */
function keepAssets(before: string, client: string): void {
  const kept = join(client, SITE_ASSETS_BEFORE);
  mkdirSync(kept);
  for (const path of filesBelow(join(before, 'client', SITE_ASSETS))) linkSync(path, join(kept, basename(path)));
}

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function swapLink(link: string, target: string): void {
  const fresh = join(dirname(link), `${basename(link)}.${process.pid}`);
  rmSync(fresh, { force: true });
  symlinkSync(target, fresh, 'junction');
  renameSync(fresh, link);
}

function copyFiles(from: string, to: string): void {
  for (const file of filesBelow(from)) putReadableCopy(join(to, pathBelow(from, file)), file);
}
