// Tests that decision 0030 has a row with the reason for every file with a cache, and that its rows name no other
// files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The files that declare the classes with which code makes caches. */
const KINDS = ['src/basics/remembered.ts', 'src/basics/lazy-value.ts', 'functions/ports/tree-cache.ts'];

const MAKES = /\bnew (Remembered|LazyValue|WeakMap|WeakRef|LRUCache)\b|\bperTree\(/;
const makesCache = (text: string) => MAKES.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''));

const makers = ['src', 'functions', 'generator']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((path) => /\.(ts|astro|mjs)$/.test(path) && !KINDS.includes(path) && makesCache(read(path)))
  .sort();

const section = read('content/decisions/0030-what-is-ours.md').match(/^### Caches\n([\s\S]*?)^## /m)![1]!;
const rows = [...section.matchAll(/^\| (`.*) \| (.+) \| (.+) \| (.+) \|$/gm)].map(([, files, , , reason]) => ({
  files: [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
  reason: reason!,
}));
const named = rows.flatMap(({ files }) => files);

test('a cache is found where the code makes one, not where it mentions one', () => {
  expect(makesCache('const kept = new WeakMap<Tree, number>();')).toBe(true);
  expect(makesCache('const kept = perTree(() => new Map());')).toBe(true);
  expect(makesCache("import { Remembered } from './remembered.ts';\n// makes a new Remembered\n")).toBe(false);
  expect(makers.length).toBeGreaterThan(30);
});

test('every file that makes a cache is in the table of decision 0030', () => {
  expect(makers.filter((path) => !named.includes(path))).toEqual([]);
});

test('every row of the table names files that make a cache, each once', () => {
  expect(named.filter((path) => !existsSync(join(root, path)) || !makers.includes(path))).toEqual([]);
  expect(named.filter((path, at) => named.indexOf(path) !== at)).toEqual([]);
});

test('every bench that a row names exists', () => {
  const main = read('tests/bench/main.ts');
  const names = rows.flatMap(({ reason }) => [...reason.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name!));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`^  '?${name}'?[:,]`, 'm').test(main))).toEqual([]);
});
