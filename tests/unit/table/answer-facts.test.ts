// Tests the facts of an answer that follow from its row in the route table.
import { expect, test } from 'vitest';
import { hashedRow, isHashed } from '../../../src/table/headers.ts';
import { headersOf, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';

test('only files of an app below assets/ may be cached forever', () => {
  const isKept = (path: string) => isHashed(routes.spaceFile, { space: 'verify', path });
  expect(isKept('assets/index-Df6oxBUs.js')).toBe(true);
  expect(isKept('index.html')).toBe(false);
  expect(isKept('more/assets/a.js')).toBe(false);
  expect(hashedRow(routes.spaceFile).cache).toBe('immutable');
});

test('a manifest that is requested by its digest has long-lived cache headers', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  expect(isHashed(routes.manifest, { reference: digest })).toBe(true);
  expect(isHashed(routes.manifest, { reference: 'latest' })).toBe(false);
  expect(headersOf(hashedRow(routes.manifest), { reference: digest }).slice(-2)).toEqual([
    'Docker-Content-Digest',
    digest,
  ]);
});

test('headers have the params of the answer filled in', () => {
  expect(headersOf(routes.docsTwin, { page: 'errors' })).toEqual([
    'Link',
    '</docs/errors/>; rel="alternate"; type="text/html"',
  ]);
  expect(headersOf(routes.home, {})).toBe((routes.home as Row).headers);
});
