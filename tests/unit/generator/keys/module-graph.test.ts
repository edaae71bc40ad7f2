// Tests that a build's keys depend on all modules that are really imported, in every form of import, and checks
// this for the project itself.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'es-module-lexer/js';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { modulesOf, type Output } from '../../../../generator/keys/build-keys.ts';
import { ModuleGraph } from '../../../../generator/keys/module-graph.ts';
import { packageFolder } from '../../../../generator/process/package-paths.ts';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const locked = (one = 'sha512-one', deep = 'sha512-deep') => ({
  '': {},
  'node_modules/one': { version: '1.0.0', integrity: one, dependencies: { deep: '^1' }, peerDependencies: { no: '*' } },
  'node_modules/one/node_modules/deep': { version: '1.1.0', integrity: deep },
  'node_modules/deep': { version: '2.0.0', integrity: 'sha512-other' },
  'node_modules/@scope/two': { version: '3.0.0', integrity: 'sha512-two', optionalDependencies: { deep: '^2' } },
  'node_modules/unused': { version: '1.0.0', integrity: 'sha512-unused' },
});
const lock = (packages: object) => write('package-lock.json', JSON.stringify({ packages }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'model-hub-graph-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  lock(locked());
});

const reached = (...entries: string[]) => new ModuleGraph(root).reachedFrom(...entries);
const key = (...entries: string[]) => new ModuleGraph(root).key(...entries);

describe('the modules that a module reaches', () => {
  test.each([
    ['an import', "import { b } from './b.ts';"],
    ['for its effect alone', "import './b.ts';"],
    ['with a type among others', "import { type T, b } from './b.ts';"],
    ['handed on', "export * from './b.ts';"],
    ['at run time', "const b = await import('./b.ts');"],
    ['in a thread', "new Worker(new URL('./b.ts', import.meta.url));"],
    ['in a process', "fork(join(import.meta.dirname, 'b.ts'));"],
    ['behind what looks like a comment or a text', "const url = 'https://x'; /* ' */ import('./b.ts');"],
    [
      'behind types',
      "const f = <T>(x: T): x is T => (x as T) / 2; type A = { [k in B]?: /* / */ C }; import './b.ts';",
    ],
  ])('are found through imports: %s', (_, text) => {
    write('src/a.ts', text);
    write('src/b.ts', "import './folder/c.ts';");
    write('src/folder/c.ts', '');
    expect(reached('src/a.ts')).toEqual({
      files: ['src/a.ts', 'src/b.ts', 'src/folder/c.ts'],
      packages: [],
      unknown: [],
    });
  });

  test('do not include types, nor modules that comments or strings name', () => {
    write(
      'src/a.ts',
      "import type { T } from './b.ts'; export type { U } from './b.ts'; // import './c.ts'\n'import \"./d.ts\"';",
    );
    expect(reached('src/a.ts').files).toEqual(['src/a.ts']);
  });

  test('packages count by name, with their files and those that `require` names; modules of Node count as no package', () => {
    write(
      'src/a.ts',
      "import 'one/deep/file.js'; import data from '@scope/two/data.json' with { type: 'json' }; import 'node:fs';",
    );
    expect(reached('src/a.ts').packages).toEqual(['@scope/two', 'one']);
    write('src/a.ts', "createRequire(import.meta.url).resolve('@scope/two/package.json')");
    expect(reached('src/a.ts').packages).toEqual(['@scope/two']);
  });

  test('include the components, scripts and style sheets of a component', () => {
    write(
      'src/page.astro',
      "---\nimport Part from './part.astro';\n---\n<Part />\n<script>\n import './b.ts';\n</script>\n",
    );
    write('src/part.astro', '<style>@import "./style.css";</style>');
    write('src/style.css', '@import url("./deeper.css");');
    write('src/deeper.css', '');
    write('src/b.ts', '');
    expect(reached('src/page.astro').files).toHaveLength(5);
  });

  test('a module name that only the running program knows is reported, and a missing module is an error', () => {
    write('src/a.ts', 'await import(somewhere);');
    expect(reached('src/a.ts').unknown).toEqual(['src/a.ts: import(somewhere)']);
    write('src/a.ts', "import './gone.ts';");
    expect(() => reached('src/a.ts')).toThrow('src/a.ts imports src/gone.ts, which is not there');
  });
});

describe('a key', () => {
  beforeEach(() => {
    write('src/a.ts', "import './b.ts'; import 'one';");
    write('src/b.ts', 'export const b = 1;');
    write('src/c.ts', 'export const c = 1;');
  });

  test('changes with the text of every reached module, and of no other module', () => {
    const before = key('src/a.ts');
    write('src/c.ts', 'export const c = 2;');
    expect(key('src/a.ts')).toBe(before);
    write('src/b.ts', 'export const b = 2;');
    expect(key('src/a.ts')).not.toBe(before);
  });

  test('changes with the packages that are reached and the packages that they need, as the lock file lists them', () => {
    const before = key('src/a.ts');
    lock({ ...locked(), 'node_modules/unused': { version: '2.0.0', integrity: 'sha512-x' } });
    expect(key('src/a.ts')).toBe(before);
    lock(locked('sha512-changed'));
    expect(key('src/a.ts')).not.toBe(before);
    lock(locked('sha512-one', 'sha512-changed'));
    expect(key('src/a.ts')).not.toBe(before);
    // No package that is reached uses this other version of the package `deep`.
    lock({ ...locked(), 'node_modules/deep': { version: '2.0.0', integrity: 'sha512-changed' } });
    expect(key('src/a.ts')).toBe(before);
  });
});

describe('in this package', () => {
  test('all imports of TypeScript are found: with its types removed, as Node runs it, a module imports nothing more', () => {
    const named = (code: string) => parse(code)[0].flatMap(({ n: name, d: dynamic }) => (dynamic === -2 ? [] : [name]));
    let count = 0;
    for (const folder of ['src', 'generator'])
      for (const path of readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })) {
        if (!path.endsWith('.ts') || path.endsWith('.d.ts')) continue;
        const text = readFileSync(join(packageFolder, folder, path), 'utf8');
        const read = named(text);
        const missed = named(stripTypeScriptTypes(text)).filter((name) => !read.includes(name));
        expect(missed, path).toEqual([]);
        count += read.length;
      }
    expect(count).toBeGreaterThan(1000);
  }, 60_000);

  test.each<[Output, string[], string[]]>([
    [
      'models',
      [
        'src/nouns/spdx.ts',
        'src/basics/canonical-json.ts',
        'src/nouns/quant.ts',
        'src/nouns/model-id.ts',
        'src/table/registry-routes.ts',
      ],
      ['src/openapi/operations/tags.ts', 'src/dialects/discovery/briefs/llms.ts', 'src/layouts/Page.astro'],
    ],
    [
      'models',
      ['generator/tree/models/chat-process.ts', 'src/dialects/oci/llama/ollama-chat.ts'],
      ['generator/import/import-day.ts'],
    ],
    ['twins', ['generator/files/compress.ts'], ['src/nouns/spdx.ts']],
    ['changes', ['src/catalog/model-object.ts', 'generator/days/catalog-reader.ts'], ['src/nouns/spdx.ts']],
    [
      'documents',
      ['src/openapi/operations/tags.ts', 'src/dialects/discovery/briefs/llms.ts'],
      ['src/layouts/Page.astro'],
    ],
    [
      'pages',
      ['src/layouts/Page.astro', 'src/components/docs/docs-html.ts'],
      ['src/openapi/operations/tags.ts', 'src/nouns/spdx.ts'],
    ],
    ['tree', ['generator/packs/leave-trees.ts', 'generator/tree/worker.ts'], ['generator/site/build-site.ts']],
    ['export', ['functions/hosts/memory/asked-hub.ts', 'functions/hub/hub.ts'], ['functions/hosts/node/serve.ts']],
  ])('%s depends on %j and not on %j', (output, made, not) => {
    const modules = modulesOf(output);
    expect(made.filter((path) => !modules.includes(path))).toEqual([]);
    expect(not.filter((path) => modules.includes(path))).toEqual([]);
  });

  test('only the built website is imported by a name that is known at run time only', () => {
    const graph = new ModuleGraph();
    const { unknown } = graph.reachedFrom('generator/hub/build-hub.ts', 'generator/tree/worker.ts');
    expect(unknown).toHaveLength(1);
    expect(unknown[0]).toMatch(/^functions\/stores\/tree\/built-module\.ts: import\(pathToFileURL\(/);
  });
});
