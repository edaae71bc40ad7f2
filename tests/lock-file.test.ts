// Tests package-lock.json: every package has a hash, so that npm may take the package from any registry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Entry {
  link?: true;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { '': root, ...entries } = (JSON.parse(text) as { packages: Record<string, Entry> }).packages;
const packages = Object.entries(entries).filter(([, { link }]) => !link);

test('every entry has a SHA-512, except the root and links', () => {
  expect(packages.length).toBeGreaterThan(300);
  const without = packages.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(without.map(([path]) => path)).toEqual([]);
});

test('no entry names the registry that it came from', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('no entry needs an optional package that the file lacks, which npm ci refuses', () => {
  const installed = new Set(packages.map(([path]) => path.replace(/.*node_modules\//, '')));
  const asked = [['', root!] as const, ...packages].flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter(({ name }) => !installed.has(name))).toEqual([]);
});
