// Builds the website with Astro when its sources changed: into a folder of its own, swapped in by one link.
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
import { paysToCompress } from '../../src/compression.ts';
import { SITE_ASSETS, SITE_ASSETS_BEFORE } from '../../src/static-tree.ts';
import { referenceScript } from '../documents/reference-script.ts';
import { Failure } from '../failure.ts';
import { packageFolder } from '../places.ts';
import { codeKey } from './build-keys.ts';
import { brotli, gzip } from './compress.ts';
import { nativePackagesSentence } from './native-packages.ts';
import { namesIn, removeIn } from './own-folder.ts';
import { runProgram } from './run-program.ts';
import { filesBelow, sourcesKey } from './source-files.ts';
import { keepSameFiles } from './tree-files.ts';
import { keyOf } from './tree-layout.ts';

/** What Astro reads: whole folders, since it finds pages, styles and texts by looking. */
const SOURCES = ['astro.config.mjs', 'package.json', 'package-lock.json', 'public', 'src', 'content/docs'];
/** Where a website says what its pages of models are made of, below its folder. */
export const PAGES_KEY = 'server/pages-key.txt';

/** Brings `<dist>/site` to the sources at hand; false when it stood already. `dist` is absolute: Astro runs elsewhere. */
export async function buildSite(dist: string): Promise<boolean> {
  const key = siteKey();
  const folder = join(dist, 'sites', key);
  const link = join(dist, 'site');
  if (existsSync(join(folder, 'server/entry.mjs')) && linkTarget(link) === join('sites', key)) return false;
  const fresh = join(dist, 'sites', `${key}.${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    await runAstro(fresh);
    const before = linkTarget(link);
    const assets = join(fresh, 'site/client', SITE_ASSETS);
    const script = referenceScript();
    writeFileSync(join(assets, script.name), script.text);
    compressAssets(assets);
    writeFileSync(join(fresh, 'site', PAGES_KEY), codeKey('pages'));
    if (before !== undefined) {
      keepSameFiles(join(fresh, 'site/client'), join(dist, before, 'client'));
      keepAssets(join(dist, before, 'client'), join(fresh, 'site/client'));
    }
    removeIn(dist, join('sites', key));
    renameSync(join(fresh, 'site'), folder);
  } finally {
    removeIn(dist, relative(dist, fresh));
  }
  swapLink(link, join('sites', key));
  for (const old of namesIn(dist, 'sites')) if (old !== key) removeIn(dist, join('sites', old));
  return true;
}

/** Names the website that the sources at hand make. */
export function siteKey(): string {
  return keyOf(sourcesKey(SOURCES), codeKey('site'));
}

async function runAstro(dist: string): Promise<void> {
  const missing = nativePackagesSentence();
  if (missing !== undefined) throw new Failure(missing);
  const manifest = createRequire(import.meta.url).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { astro: string } };
  const program = {
    module: join(dirname(manifest), bin.astro),
    words: ['build', '--silent'],
    folder: packageFolder,
    env: { HUB_DIST: dist, ASTRO_TELEMETRY_DISABLED: '1' },
  };
  await runProgram(program, 'The website could not be built');
}

/** Gives every file below `folder` the twins that pay. */
export function compressAssets(folder: string): void {
  for (const path of filesBelow(folder)) {
    const bytes = readFileSync(path);
    if (!paysToCompress(bytes.length)) continue;
    writeFileSync(`${path}.br`, brotli(bytes));
    writeFileSync(`${path}.gz`, gzip(bytes));
  }
}

/** Keeps the assets of the website that stood before beside those of the new one: its pages are still in the tree. */
function keepAssets(before: string, client: string): void {
  const kept = join(client, SITE_ASSETS_BEFORE);
  mkdirSync(kept);
  for (const path of filesBelow(join(before, SITE_ASSETS))) linkSync(path, join(kept, basename(path)));
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
