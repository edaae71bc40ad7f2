// A mutant is the code with one small change: these are the changes, and the tests that a change can reach.
import { expect, test } from 'vitest';
import { chosenMutants } from './chosen-mutants.ts';
import { mutated, mutationsOf } from './mutations.ts';
import { testsByDistance } from './reaching-tests.ts';

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

test('the same seed chooses the same mutants, and every room gives one before a room gives two', () => {
  const files = new Map(['a/one/x.ts', 'a/two/y.ts', 'b/one/z.ts'].map((path) => [path, 'f(1);\ng(!h);\n']));
  const chosen = chosenMutants(files, { seed: 7, count: 6 });
  expect(chosenMutants(files, { seed: 7, count: 6 })).toEqual(chosen);
  expect(chosen.slice(0, 3).map(({ path }) => path)).toEqual(expect.arrayContaining([...files.keys()]));
  expect(new Set(chosen.slice(3).map(({ path }) => path)).size).toBe(3);
});

test('tests that import a file come by their distance from it; others do not reach it', () => {
  const needs = {
    'tests/near.test.ts': ['src/a.ts'],
    'tests/far.test.ts': ['src/b.ts'],
    'tests/unit/far.test.ts': ['src/b.ts'],
    'tests/other.test.ts': ['src/c.ts'],
    'src/b.ts': ['src/a.ts'],
    'src/c.ts': [],
    'src/a.ts': [],
  };
  const modules = Object.entries(needs).map(([path, from]) => ({ path, needs: from }));
  expect(testsByDistance('src/a.ts', modules)).toEqual([
    ['tests/near.test.ts'],
    ['tests/unit/far.test.ts', 'tests/far.test.ts'],
  ]);
  expect(testsByDistance('tests/near.test.ts', [])).toEqual([]);
});
