// Tests the modules of the project together: no module imports itself through others, and every export is imported.
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type Module, readModules } from './fixtures/modules.ts';

const modules = readModules();
const byPath = new Map(modules.map((module) => [module.path, module]));

/** Lists groups of modules that import each other in a cycle, by Tarjan's algorithm. */
function circlesIn(all: ReadonlyMap<string, Pick<Module, 'needs'>>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const next of all.get(path)!.needs.filter((one) => all.has(one))) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1 || all.get(path)!.needs.includes(path)) found.push(circle.sort());
  };
  for (const path of all.keys()) if (!order.has(path)) visit(path);
  return found;
}

test('no module needs itself through others', () => {
  expect(modules.length).toBeGreaterThan(500);
  expect(circlesIn(byPath)).toEqual([]);
});

/** Modules and exports that no module imports, because Astro, Lambda or generator/bin.mjs loads them by name. */
const ASKED_FOR = new Set([
  'src/content.config.ts',
  'src/site/site-entry.ts',
  'functions/hosts/lambda/index.mjs',
  'generator/cli.ts',
  'generator/process/stoppable.ts',
]);
/**
 * Modules that only tests start: a hub in memory, a hub for web-standard runtimes, and an access log that keeps
 * nothing.
 */
const HOSTS = /^functions\/(hosts\/(memory|web)\/|rim\/access-log\.ts$)/;

/** Exports that only tests import, to build and log a tree without a real website. */
const STOOD_IN = new Set(['generator/site/build-site.ts siteKey', 'generator/hub/build-hub.ts logBuilt']);

const isTest = (path: string) => path.startsWith('tests/');

/**
 * True if `test` tests the module at `path`: the test has the module's name, or is in the folder that mirrors the
 * module's folder.
 */
function isTestOf(test: string, path: string): boolean {
  const room = dirname(path).replace(/^src\/?/, '');
  const names = [basename(path, '.ts'), ...room.split('/').slice(-2)].filter((name) => name !== '');
  return (
    dirname(test) === `tests/unit/${room}`.replace(/\/$/, '') ||
    names.some((name) => test.startsWith(`tests/${name}`) || basename(test).startsWith(name))
  );
}

/** The modules that import each export, by the module and the name of the export. */
const importers = Map.groupBy(
  modules.flatMap(({ path, imports }) => imports.map((one) => ({ ...one, by: path }))),
  ({ from, name }) => `${from} ${name}`,
);

const exported = modules
  .filter(({ path }) => !isTest(path))
  .flatMap(({ path, exports }) => exports.map((name) => ({ path, name, id: `${path} ${name}` })))
  .filter(({ path, id }) => !ASKED_FOR.has(path) && !ASKED_FOR.has(id) && !STOOD_IN.has(id));

const importersOf = ({ path, id }: { path: string; id: string }) =>
  [...(importers.get(id) ?? []), ...(importers.get(`${path} *`) ?? [])].map(({ by }) => by);

test('every export has an importer in another module', () => {
  expect(exported.length).toBeGreaterThan(1000);
  expect(exported.filter((one) => importersOf(one).length === 0).map(({ id }) => id)).toEqual([]);
});

test('an export that only tests import is imported by a test of its own module', () => {
  const strange = exported.filter((one) => {
    const by = importersOf(one);
    return by.length > 0 && by.every((path) => isTest(path) && !isTestOf(path, one.path)) && !HOSTS.test(one.path);
  });
  expect(strange.map((one) => `${one.id}: ${importersOf(one).join(' ')}`)).toEqual([]);
});

test('no exported name is declared twice', () => {
  const places = Map.groupBy(exported, ({ name }) => name);
  const twice = [...places].filter(([, ids]) => new Set(ids.map(({ path }) => path)).size > 1);
  expect(twice.map(([name, ids]) => `${name}: ${ids.map(({ path }) => path).join(', ')}`)).toEqual([]);
});
