// Finds the tests that a change of a file can affect: those that import the file, directly or through other files.
import type { Module } from '../fixtures/modules.ts';

/**
 * Lists the test files that import the module at `path`, the likeliest to notice a change first. They are sorted by the
 * number of words that their path shares with `path`, then by the distance of imports. Misses tests that start the code
 * in another process.
 */
export function likeliestTests(path: string, modules: readonly Pick<Module, 'path' | 'needs'>[]): string[] {
  const own = wordsOf(path);
  const shared = (test: string) => [...wordsOf(test)].filter((word) => own.has(word)).length;
  return testsByDistance(path, modules).sort((a, b) => shared(b) - shared(a));
}

const wordsOf = (path: string) => new Set(path.split(/\W+/));

function testsByDistance(path: string, modules: readonly Pick<Module, 'path' | 'needs'>[]): string[] {
  const users = new Map<string, string[]>();
  for (const module of modules)
    for (const need of module.needs) users.set(need, [...(users.get(need) ?? []), module.path]);
  const seen = new Set([path]);
  const found: string[] = [];
  for (let edge = [path]; edge.length > 0; ) {
    edge = [...new Set(edge.flatMap((one) => users.get(one) ?? []))].filter((one) => !seen.has(one)).sort();
    for (const one of edge) seen.add(one);
    found.push(...edge.filter((one) => one.endsWith('.test.ts')));
  }
  return found;
}
