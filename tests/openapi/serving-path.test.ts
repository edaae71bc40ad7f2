// What describes the wire stays out of what serves it: the schema library takes longer to load than the hub to start.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Imports that are there when the program runs; types are not. Dynamic ones wait until they are wanted. */
const IMPORT = /^import (?!type )(?:[^'"]*? from )?'([^']+)'|^export [^'"]*? from '([^']+)'/gm;

/** Every module, ours or of a package, that loading `entry` loads. */
function loaded(entry: string, known = new Set<string>()): Set<string> {
  if (known.has(entry)) return known;
  known.add(entry);
  if (!existsSync(join(root, entry))) return known;
  for (const [, first, second] of readFileSync(join(root, entry), 'utf8').matchAll(IMPORT)) {
    const name = (first ?? second)!;
    if (name.startsWith('.')) loaded(normalize(join(dirname(entry), name)), known);
    else known.add(name);
  }
  return known;
}

test.each([
  'functions/serve.ts',
  'functions/hosts/web.ts',
  'functions/hosts/memory.ts',
  'generator/build/write-documents.ts',
])('%s starts without a schema', (entry) => {
  const modules = [...loaded(entry)];
  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((name) => /^typebox|^src\/(openapi|shapes\/schemas)\/|^@redocly/.test(name))).toEqual([]);
});
