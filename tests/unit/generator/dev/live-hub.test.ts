// Tests which parts of a hub are stale after an edit during development: the tree, the code that builds it, or the
// functions.
import { expect, test } from 'vitest';
import { staleBy } from '../../../../generator/dev/live-hub.ts';

test('an edit of the website makes nothing stale, because Vite handles it', () => {
  for (const path of ['src/pages/index.astro', 'src/components/copying/Command.astro', 'src/styles/base.css'])
    expect(staleBy(path), path).toEqual({ tree: false, code: false, functions: false });
});

test('an edit of a handler leaves the tree as it is', () => {
  expect(staleBy('functions/search/models.ts')).toEqual({ tree: false, code: false, functions: true });
});

test('an edit of a docs page or the service file makes the tree stale, but not the code that builds it', () => {
  for (const path of ['content/docs/index.md', 'content/service.yaml'])
    expect(staleBy(path), path).toEqual({ tree: true, code: false, functions: true });
});

test('an edit of a renderer makes everything stale', () => {
  expect(staleBy('src/dialects/hub/model-row.ts')).toEqual({ tree: true, code: true, functions: true });
});

test('an edit of tests or README makes nothing stale', () => {
  for (const path of ['tests/table.test.ts', 'README.md', 'generator/dev/front.ts'])
    expect(staleBy(path), path).toEqual({ tree: false, code: false, functions: false });
});
