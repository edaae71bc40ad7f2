// Builds the apps of content/spaces into files for browsers. Reuses an app whose sources are unchanged.
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { totalSize } from '../../src/basics/bytes.ts';
import { byPath, compareBytewise, SPACE_PAGE, type SpaceFile } from '../../src/nouns/file-path.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { filesBelow, namesIn, pathBelow, removeIn } from '../files/own-folder.ts';
import { codeKey, keyOf } from '../keys/code-key.ts';
import { madeFolder } from '../process/package-paths.ts';
import { compressAssets } from '../site/build-site.ts';
import type { BuiltSpace } from '../tree/write-spaces.ts';
import { bundleSpace, HUB_MARK } from './bundle-space.ts';
import { type DeclaredSpace, readSpaces } from './read-spaces.ts';

/** The places that a build of the apps reads and writes. */
interface SpacesPlaces {
  /** The file that declares the apps. */
  declared: string;
  /** The folder with the sources of each app. */
  sources: string;
  /** The folder HUB_DIST. */
  dist: string;
  /** The address of the hub if apps are served from another address; '' if they are served from the hub's own. */
  hub: string;
}

/**
 * Brings `<dist>/spaces` up to the present sources. Returns the apps sorted by id, and the number of apps that were
 * built.
 */
export async function buildSpaces(places: SpacesPlaces): Promise<{ spaces: BuiltSpace[]; fresh: number }> {
  const shelf = join(places.dist, 'spaces');
  mkdirSync(shelf, { recursive: true });
  const spaces: BuiltSpace[] = [];
  const kept = new Set<string>();
  let fresh = 0;
  for (const declared of readSpaces(places.declared)) {
    const name = `${declared.id}-${sourceKey(join(places.sources, declared.id), places.hub)}`;
    const folder = join(shelf, name);
    if (!existsSync(folder)) {
      await build(join(places.sources, declared.id), folder, places.hub);
      fresh++;
    }
    kept.add(name);
    spaces.push(builtSpace(declared, folder));
  }
  for (const old of namesIn(places.dist, 'spaces')) if (!kept.has(old)) removeIn(places.dist, join('spaces', old));
  return { spaces, fresh };
}

/** Hashes everything that an app is made from: its files, the code that they import, and the address of the hub. */
function sourceKey(folder: string, hub: string): string {
  const files = filesBelow(folder).sort();
  const texts = files.flatMap((path) => [relative(folder, path), readFileSync(path)]);
  return keyOf(codeKey(), hub, ...texts);
}

/** Builds an app. Its folder appears only once the app is complete. */
async function build(sources: string, folder: string, hub: string): Promise<void> {
  const fresh = `${folder}.${process.pid}`;
  try {
    if (madeFolder === undefined) await bundleSpace(sources, fresh);
    else cpSync(join(madeFolder, 'spaces', basename(sources)), fresh, { recursive: true });
    const page = join(fresh, SPACE_PAGE);
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll(HUB_MARK, hub));
    compressAssets(fresh);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function builtSpace(declared: DeclaredSpace, folder: string): BuiltSpace {
  const files = filesBelow(folder)
    .filter((path) => !/\.(br|gz)$/.test(path))
    .map((path) => readSpaceFile(path, pathBelow(folder, path)))
    .sort((a, b) => compareBytewise(a.path, b.path));
  const { id, name, task, tagline, source, version, models = [], modelHost, modelBytes, requires = [] } = declared;
  const bytes = totalSize(files);
  return {
    entry: {
      ...{ id, name, task, tagline, root: spaceRoot(files), bytes, files: files.length },
      ...{ models, modelHost: modelHost ?? null, modelBytes: modelBytes ?? 0 },
      ...{ source, requires, entry: href(routes.space, { space: id }) },
    },
    version,
    files,
    folder,
  };
}

function readSpaceFile(absolute: string, path: string): SpaceFile {
  const bytes = readFileSync(absolute);
  return { path, size: bytes.length, sha256: hash('sha256', bytes) };
}

/**
 * Returns the root of an app: the SHA-256 of the lines `path NUL sha256 LF` of all files, sorted by path (decision
 * 0011).
 */
export function spaceRoot(files: readonly Pick<SpaceFile, 'path' | 'sha256'>[]): string {
  const sorted = [...files].sort(byPath);
  return hash('sha256', sorted.map(({ path, sha256 }) => `${path}\0${sha256}\n`).join(''));
}
