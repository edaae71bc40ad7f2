// Tests which parts become stale by an edit during development.
import { expect, test } from 'vitest';
import { staleBy } from '../../../../generator/dev/live-hub.ts';

test('the website handles its own files', () => {
  for (const path of ['src/pages/index.astro', 'src/components/copying/Command.astro', 'src/styles/base.css'])
    expect(staleBy(path), path).toEqual({ tree: false, code: false, functions: false });
});

test('a handler leaves the tree as it is', () => {
  expect(staleBy('functions/search/models.ts')).toEqual({ tree: false, code: false, functions: true });
});

test('a docs page and the public facts make the tree again, with the present builder', () => {
  for (const path of ['content/docs/index.md', 'content/service.yaml'])
    expect(staleBy(path), path).toEqual({ tree: true, code: false, functions: true });
});

test('a renderer makes everything again', () => {
  expect(staleBy('src/dialects/hub/model-row.ts')).toEqual({ tree: true, code: true, functions: true });
});

test('a change of tests or README makes nothing again', () => {
  for (const path of ['tests/table.test.ts', 'README.md', 'generator/dev/front.ts'])
    expect(staleBy(path), path).toEqual({ tree: false, code: false, functions: false });
});
