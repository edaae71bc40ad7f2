// Tests that functions of the product have at most sixty lines, and that lines of code have at most 160 characters.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions } from './fixtures/long-functions.ts';

const root = join(import.meta.dirname, '..');
const MOST = 60;

test('the search finds functions, and none is longer than sixty lines', () => {
  const isProduct = (file: string) => /^(src|functions|generator|content)\//.test(relative(root, file));
  const found = longFunctions(join(root, 'tsconfig.json'), isProduct, 30);
  expect(found.length).toBeGreaterThan(20);
  const long = found.filter(({ lines }) => lines > MOST);
  expect(long.map(({ file, line, lines }) => `${relative(root, file)}:${line} has ${lines} lines`)).toEqual([]);
});

test('no line of code has more than 160 letters', () => {
  const files = ['src', 'functions', 'generator', 'content', 'tests', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const ours = [...files, 'astro.config.mjs'].filter((file) => /\.(ts|mjs|astro|css)$/.test(file));
  expect(ours.length).toBeGreaterThan(1500);
  const long = ours.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > 160 ? [`${file}:${at + 1} has ${line.length} letters`] : [])),
  );
  expect(long).toEqual([]);
});
