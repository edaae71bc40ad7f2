// Tests the facts of an answer that follow from its row in the route table.
import { expect, test } from 'vitest';
import { hashedRow, headersOf, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';

test('a file of an app with its hash in its name, and a manifest by its digest, have long-lived cache headers', () => {
  expect(hashedRow(routes.spaceFile).cache).toBe('immutable');
  const digest = `sha256:${'0'.repeat(64)}`;
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
