// Tests the table of edge answers in the documentation: the table has every row once. Also tests that a page that names
// an unknown table is refused.
import { expect, test } from 'vitest';
import { tableAt, withTables } from '../../../src/docs/docs-tables.ts';
import { edgeTable } from '../../../src/edge/edge-table.ts';
import { isAnswered, type RouteName, routes } from '../../../src/table/routes.ts';

test('the table has every row that is answered, once', () => {
  const lines = edgeTable().split('\n').slice(2);
  const named = lines.map((line) => /^\| `([^`]+)` \| (?:yes|no) \| .*\|$/.exec(line)?.[1]);
  const names = (Object.keys(routes) as RouteName[]).filter(isAnswered);
  expect(named).toEqual(names.map((name) => routes[name].pattern.replaceAll('...}', '}')));
});

test.each([
  ['`/openapi.json`', 'yes', ''],
  ['`/models`', 'yes', 'an `Accept` that has to be weighed; a query'],
  ['`/api/models/{owner}/{name}/tree/{revision}`', 'yes', '`?cursor`; a commit'],
  [
    '`/{owner}/{name}/resolve/{revision}/SHA256SUMS`',
    'no',
    'always: `X-Repo-Commit` and `X-Linked-Size` of the answer',
  ],
  ['`/{owner}/{name}/resolve/{revision}/{path}`', 'no', 'always'],
  ['`/v2/{owner}/{name}/manifests/{reference}`', 'yes', 'a `reference` that is no hash'],
])('the table has the line %s: %s, except %s', (address, isFile, exceptions) => {
  expect(edgeTable().split('\n')).toContain(`| ${address} | ${isFile} | ${exceptions} |`);
});

test('a page that names a table in a line of its own gets the table', () => {
  expect(withTables('before\n\n{{edge table}}\n\nafter')).toBe(`before\n\n${edgeTable()}\n\nafter`);
  expect(tableAt('the {{edge table}} here')).toBeUndefined();
  expect(() => withTables('{{other table}}')).toThrow('{{other table}}, which is no table');
});
