// Tests the structure of the project: which folder may import which.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Source {
  /** The path, relative to the project. */
  path: string;
  text: string;
  /**
   * The modules that the file imports: paths relative to the project, names of packages, and names with `node:` or
   * `astro:`.
   */
  imports: string[];
}

const IMPORT = /(?:^|[\s;}])(?:import|from)\s*\(?\s*['"]([^'"]+)['"]|new URL\('(\.[^']+\.ts)', import\.meta\.url\)/gm;

const sources: Source[] = ['src', 'generator', 'functions', 'content/spaces'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|astro)$/.test(file))
    .map((file) => readSource(join(folder, file))),
);

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  // A query such as `?raw` tells the bundler how to load a module; it is no part of the path.
  const named = [...text.matchAll(IMPORT)].map((found) => (found[1] ?? found[2])!.replace(/\?[\w&]+$/, ''));
  return {
    path,
    text,
    imports: named.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name)),
  };
}

const isApp = (path: string) => path.startsWith('content/spaces/');
/** True for a file of the website. Apps count as part of the website. */
const isWebsite = (path: string) =>
  /^src\/((pages|components|layouts)\/|(env\.d|content\.config|site\/site-entry)\.ts$)/.test(path) || isApp(path);
const isHost = (path: string) => path.startsWith('functions/hosts/');
/**
 * True for code that may use features of Node and web runtimes: hosts, stores of bytes and rows, the HTTP client, and
 * the code that all hosts share.
 */
const knowsRuntime = (path: string) => /^functions\/(client|hosts|stores|rim)\//.test(path);

/** The module through which the generator opens a hub, to send it requests or to serve it. */
const DOOR = 'functions/hosts/local-hub.ts';

/**
 * `BUNDLED` has the files that a bundle contains for hosts without a file system. `OF_WORKERS` has modules that
 * exist only in bundles for Workers.
 */
const BUNDLED = new Set(['package.json', 'content/service.yaml']);
const OF_WORKERS = new Set(['cloudflare:workers', 'model-hub-website']);

/** Lists the imports for which `allowed` is false, as `file → module`, in the files for which `of` is true. */
function breaches(of: (path: string) => boolean, allowed: (module: string, path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => of(path))
    .flatMap(({ path, imports }) =>
      imports.filter((module) => !allowed(module, path)).map((module) => `${path} → ${module}`),
    );
}

const ours = (module: string) => /^(src|generator|functions|tests|content|public)\/|^package\.json$/.test(module);

describe('allowed imports', () => {
  test('src imports nothing from the generator, functions or tests', () => {
    expect(
      breaches(
        (path) => path.startsWith('src/'),
        (module) => !ours(module) || module.startsWith('src/'),
      ),
    ).toEqual([]);
  });

  test('functions import src and functions, and only hosts import hosts', () => {
    const allowed = (module: string, path: string) =>
      !ours(module) ||
      module.startsWith('src/') ||
      (isHost(path) && BUNDLED.has(module)) ||
      (module.startsWith('functions/') && (isHost(path) || !module.startsWith('functions/hosts/')));
    expect(breaches((path) => path.startsWith('functions/'), allowed)).toEqual([]);
  });

  test('the generator imports nothing of functions but the client, the stores and the one module that opens a hub', () => {
    const allowed = (module: string) =>
      !ours(module) || /^(src|generator|functions\/(client|stores))\/|^package\.json$/.test(module) || module === DOOR;
    expect(breaches((path) => path.startsWith('generator/'), allowed)).toEqual([]);
  });

  test('the code of `model-hub import` imports nothing of functions but the stores of bytes', () => {
    const allowed = (module: string) =>
      !module.startsWith('functions/') || module.startsWith('functions/stores/bytes/');
    expect(breaches((path) => /^generator\/(days|files|import|keys|packs|site|spaces)\//.test(path), allowed)).toEqual(
      [],
    );
  });

  test('the website imports nothing from functions, and only the website imports the website', () => {
    expect(
      breaches(
        (path) => !isWebsite(path),
        (module) => !isWebsite(module),
      ),
    ).toEqual([]);
  });

  test('an app imports src, its own files and packages, but nothing that only a build or a server has', () => {
    expect(sources.some(({ path }) => isApp(path))).toBe(true);
    const own = (module: string, path: string) => module.startsWith(path.split('/').slice(0, 3).join('/'));
    const allowed = (module: string, path: string) =>
      own(module, path) || module.startsWith('src/') || (!ours(module) && !/^(node|astro):/.test(module));
    expect(breaches(isApp, allowed)).toEqual([]);
  });

  test('only hosts, stores, the client, the rim and the generator import modules of Node', () => {
    const pure = (path: string) => !knowsRuntime(path) && !path.startsWith('generator/');
    expect(breaches(pure, (module) => !module.startsWith('node:'))).toEqual([]);
  });

  test('only the website, and the code that serves it during development, imports modules of Astro', () => {
    expect(
      breaches(
        (path) => !isWebsite(path),
        (module) => !/^astro(:|\/|$)/.test(module),
      ),
    ).toEqual([]);
  });

  test('only hosts, stores, the client, the rim and the generator read the environment or the clock of the process', () => {
    const impure = /\bprocess(\?\.|\.)(env|argv|hrtime|cwd)\b|\bDeno\b|\bBun\b/;
    // Threads and child processes also hash, and do not read the configuration. So `native.ts` reads the environment
    // itself.
    const pure = sources.filter(
      ({ path }) => !knowsRuntime(path) && !path.startsWith('generator/') && path !== 'src/digests/native.ts',
    );
    expect(pure.filter(({ text }) => impure.test(text)).map(({ path }) => path)).toEqual([]);
    const renderers = sources.filter(({ path }) => /^src\/(dialects|resolve|catalog|shapes)\//.test(path));
    expect(renderers.length).toBeGreaterThan(5);
    const clock = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bfetch\(|\bsetTimeout\b/;
    expect(renderers.filter(({ text }) => clock.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('every package that the code imports is declared', () => {
    const metadata = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const declared = { ...metadata.dependencies, ...metadata.optionalDependencies, ...metadata.devDependencies };
    const known = (module: string) => {
      const name = module.split('/').slice(0, module.startsWith('@') ? 2 : 1);
      return ours(module) || OF_WORKERS.has(module) || /^(node|astro):/.test(module) || name.join('/') in declared;
    };
    expect(breaches(() => true, known)).toEqual([]);
  });
});

describe('folders', () => {
  const deepest = Math.max(...sources.map(({ path }) => path.split('/').length - 1));
  const depths = Array.from({ length: deepest - 1 }, (_, at) => at + 2);

  /** Lists the folders that each folder imports. A folder deeper than `depth` counts as its ancestor at `depth`. */
  function importsAt(depth: number): Map<string, Set<string>> {
    const folderOf = (path: string) => dirname(path).split('/').slice(0, depth).join('/');
    const needs = new Map<string, Set<string>>();
    for (const { path, imports } of sources) {
      const folder = folderOf(path);
      const others = imports.filter(ours).map(folderOf);
      const known = needs.get(folder) ?? new Set();
      needs.set(folder, new Set([...known, ...others.filter((other) => other !== folder)]));
    }
    return needs;
  }

  test.each(depths)('no folder imports itself through others, %i levels deep', (depth) => {
    const left = importsAt(depth);
    expect(left.size).toBeGreaterThan(40);
    // The loop removes folders that import none of the remaining folders. Folders that stay form a cycle.
    const isFree = (needs: Set<string>) => [...needs].every((folder) => !left.has(folder));
    for (let before = Infinity; left.size < before; ) {
      before = left.size;
      for (const [folder, needs] of left) if (isFree(needs)) left.delete(folder);
    }
    expect([...left.keys()]).toEqual([]);
  });
});
