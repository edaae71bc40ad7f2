// Tests that only the `html` tag makes markup, and that only one module puts markup into an open page.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type MarkupString, markupStrings } from './fixtures/markup-strings.ts';

const root = join(import.meta.dirname, '..');
const samples = join(import.meta.dirname, 'fixtures/markup-samples.ts');
const isProduct = (file: string) => /^(src|functions|generator|content)\//.test(relative(root, file));

/** Modules that may make markup without the tag `html`, each with the kind of fault that the test would report. */
const ALLOWED = {
  // This module writes millions of lines of XML. Each line has one value, which the module escapes itself.
  'src/dialects/discovery/sitemap.ts': 'untagged',
  // This is the one module that puts markup into an open page.
  'src/components/element.ts': 'sink',
};

let all: MarkupString[];
beforeAll(() => {
  all = markupStrings(join(root, 'tsconfig.json'), (file) => isProduct(file) || file === samples);
});

test('exactly the samples of markup made by hand are found', () => {
  const marked = readFileSync(samples, 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      const fault = /\/\/ (untagged|unquoted|sink)$/.exec(text)?.[1];
      return fault ? [`${at + 1} ${fault}`] : [];
    });
  expect(marked).toHaveLength(7);
  const found = new Set(all.filter(({ file }) => file === samples).map(({ line, fault }) => `${line} ${fault}`));
  expect([...found]).toEqual(marked);
});

test('the product makes no markup by hand', () => {
  const found = all
    .filter(({ file }) => isProduct(file))
    .map(({ file, ...one }) => ({ file: relative(root, file), ...one }));
  // To fix a finding, tag the template with `html` of src/basics/html.ts, and pass the markup on as `Html`.
  const open = found.filter(({ file, fault }) =>
    Object.entries(ALLOWED).every((one) => `${one}` !== `${file},${fault}`),
  );
  expect(open.map(({ file, line, fault }) => `${file}:${line} ${fault}`)).toEqual([]);
  for (const file of Object.keys(ALLOWED)) expect(found.map((one) => one.file)).toContain(file);
});
