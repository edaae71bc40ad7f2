// Tests the small changes of code that make mutants, and the search for the tests that reach a change.
// @module-tag all
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary.ts';
import { chosenMutants } from './chosen-mutants.ts';
import { mutated, mutationsOf } from './mutations.ts';
import { NOTED, placesReached, probed } from './probes.ts';
import { likeliestTests } from './reaching-tests.ts';
import { ResultsFile } from './results-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(temporaryFolder(), 'mutants-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const mutants = (source: string) => mutationsOf('a.ts', source).map((one) => [one.kind, mutated(source, one)]);

test.each([
  ['comparison', 'const a = b === c;', 'const a = b !== c;'],
  ['comparison', 'const a = (b) < (c);', 'const a = (b) >= (c);'],
  ['negation', 'const a = !b;', 'const a = b;'],
  ['number', 'const a = b ?? 4;', 'const a = b ?? 5;'],
  ['boolean', 'const a = { b: true };', 'const a = { b: false };'],
  ['string', "const a = b('c');", "const a = b('');"],
  ['statement', 'a();', ';'],
  ['statement', "throw a('b');", ';'],
])('a %s is changed: %s', (kind, source, changed) => {
  expect(mutants(source)).toContainEqual([kind, changed]);
});

test.each([
  ["import a from 'b';", 'the module of an import'],
  ["type A = 'b' | 4;", 'a type'],
  ["const a = b as 'c';", 'the type of a cast'],
  ["const a = { 'b-c': d };", 'a name'],
  ["export * from 'b';", 'the module of an export'],
])('%s has no mutants: %s', (source) => {
  expect(mutants(source)).toEqual([]);
});

test('the same seed chooses the same mutants, and every folder gives one before any gives two', () => {
  const files = new Map(['a/one/x.ts', 'a/two/y.ts', 'b/one/z.ts'].map((path) => [path, 'f(1);\ng(!h);\n']));
  const chosen = chosenMutants(files, { seed: 7, count: 6 });
  expect(chosenMutants(files, { seed: 7, count: 6 })).toEqual(chosen);
  expect(chosen.slice(0, 3).map(({ path }) => path)).toEqual(expect.arrayContaining([...files.keys()]));
  expect(new Set(chosen.slice(3).map(({ path }) => path)).size).toBe(3);
});

test('tests that reach a file are ordered by similar names, then by distance; other tests are left out', () => {
  const needs = {
    'tests/near.test.ts': ['src/a.ts'],
    'tests/far.test.ts': ['src/b.ts'],
    'tests/src/far.test.ts': ['src/b.ts'],
    'tests/other.test.ts': ['src/c.ts'],
    'src/b.ts': ['src/a.ts'],
    'src/c.ts': [],
    'src/a.ts': [],
  };
  const modules = Object.entries(needs).map(([path, from]) => ({ path, needs: from }));
  expect(likeliestTests('src/a.ts', modules)).toEqual([
    'tests/src/far.test.ts',
    'tests/near.test.ts',
    'tests/far.test.ts',
  ]);
  expect(likeliestTests('tests/near.test.ts', [])).toEqual([]);
});

test('code notes the places that it reaches, also nested ones, and does the same as before', () => {
  const source = "[1, 2].map((a) => { if (!(a === 3)) return 'b' + 'c'; throw Error('d'); })";
  const all = mutationsOf('a.ts', source);
  vi.stubEnv(NOTED, join(folder, 'a.test.ts'));
  expect(
    runInThisContext(
      probed(
        source,
        [...all.entries()].map(([id, mutation]) => ({ id, mutation })),
      ),
    ),
  ).toEqual(['bc', 'bc']);
  const reached = placesReached(folder, 'a.test.ts', import.meta.filename);
  const passed = all.filter((_, id) => !reached.has(id)).map((one) => source.slice(one.start, one.end));
  expect(passed).toEqual(["throw Error('d');", "'d'"]);
  expect(readFileSync(join(folder, 'a.test.ts'), 'utf8').match(/\n/g)).toHaveLength(reached.size);
});

test('a run continues from its file, which refuses to be about other code', () => {
  const path = join(folder, 'results');
  const line = { mutant: 'a', fate: 'killed', tests: 4 };
  new ResultsFile(path, 'code 1').add(line);
  expect([...new ResultsFile(path, 'code 1').mutants.values()]).toEqual([line]);
  expect(() => new ResultsFile(path, 'code 2')).toThrow('--to');
});

test.each([
  ['the program', 'exec "$0" "$@"'],
  ['the shell that npm started it with', '"$0" "$@"; exit'],
])(
  'a signal to %s ends the running tests, and removes the copies',
  async (_, line) => {
    const words = ['--only', 'src/basics/limits.ts', '--count', '2', '--to', join(folder, 'results')];
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn('sh', ['-c', line, process.execPath, main, ...words], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder, npm_lifecycle_event: 'mutants' },
    });
    await expect.poll(() => globSync('mutants-*/*/tmp/*', { cwd: folder }), { timeout: 100_000 }).not.toEqual([]);
    child.kill('SIGTERM');
    await expect.poll(() => readdirSync(folder)).toEqual(['results']);
  },
  150_000,
);
