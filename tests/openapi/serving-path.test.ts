// Tests that serving code does not load the schema library, because loading it takes longer than the whole start of
// a hub.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readModules } from '../fixtures/modules.ts';

const root = join(import.meta.dirname, '../..');

/** Matches static imports that exist at run time: neither types nor dynamic imports. */
const IMPORT = /^import (?!type )(?:[^'"]*? from )?'([^']+)'|^export [^'"]*? from '([^']+)'/gm;

/** Lists the imports of the module at `path`: the project's modules by path, packages by name. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, first, second]) => {
    const name = (first ?? second)!;
    return name.startsWith('.') ? normalize(join(dirname(path), name)) : name;
  });
}

/** Lists every module of the project, and every package, that is loaded when `entry` is loaded. */
function loaded(entry: string, known = new Set<string>()): Set<string> {
  if (known.has(entry)) return known;
  known.add(entry);
  if (existsSync(join(root, entry))) for (const name of importsOf(entry)) loaded(name, known);
  return known;
}

test.each([
  'functions/hosts/node/serve.ts',
  'functions/rim/fetch-hub.ts',
  'functions/hosts/memory/memory.ts',
  'generator/tree/write-documents.ts',
])('%s starts without loading a schema', (entry) => {
  const modules = [...loaded(entry)];
  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((name) => /^typebox|^src\/(openapi\/|shapes\/(?!formats\.ts$))|^@redocly/.test(name))).toEqual(
    [],
  );
});

test('a hub without a bucket loads no code for buckets or for trees elsewhere', () => {
  const modules = [...loaded('functions/hosts/node/serve.ts'), ...loaded('generator/command-line.ts')];
  expect(modules).toContain('functions/stores/tree/tree-follower.ts');
  expect(modules.filter((name) => /s3|hosts\/node\/(bucket|remote)\/|generator\/push\//.test(name))).toEqual([]);
});

/**
 * Modules that may load schemas: the API description, the checks of imported rows and crawl rules, and the checks
 * of tool arguments, which load at their first use.
 */
const DESCRIBES =
  /^src\/(shapes|openapi)\/|^generator\/(crawl|documents|import|spaces)\/|^functions\/mcp\/tool-arguments\.ts$/;

test('all other modules import only types and format names from src/shapes', () => {
  const wanted = readModules()
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('tests/') && !DESCRIBES.test(path));
  expect(wanted.length).toBeGreaterThan(500);
  const loads = (path: string) =>
    importsOf(path).filter((name) => /^typebox|^src\/shapes\/(?!formats\.ts$)/.test(name));
  expect(wanted.filter((path) => loads(path).length > 0)).toEqual([]);
});
