// Finds the tests that a change of a file can reach: those that import it, themselves or by way of others.
import type { Module } from '../fixtures/modules.ts';

/**
 * Lists the test files that reach the module at `path`, the nearest first: a group for each number of imports
 * between, in which unit tests come first, since they are quick. Misses tests that start the code as a program of its own.
 */
export function testsByDistance(path: string, modules: readonly Pick<Module, 'path' | 'needs'>[]): string[][] {
  const users = new Map<string, string[]>();
  for (const module of modules)
    for (const need of module.needs) users.set(need, [...(users.get(need) ?? []), module.path]);
  const seen = new Set([path]);
  const found: string[][] = [];
  for (let edge = [path]; edge.length > 0; ) {
    edge = [...new Set(edge.flatMap((one) => users.get(one) ?? []))].filter((one) => !seen.has(one)).sort();
    for (const one of edge) seen.add(one);
    const tests = edge.filter((one) => one.endsWith('.test.ts')).sort((a, b) => Number(isUnit(b)) - Number(isUnit(a)));
    if (tests.length > 0) found.push(tests);
  }
  return found;
}

const isUnit = (path: string) => path.startsWith('tests/unit/');
