// Tests that a web server that uses the first matching regular expression finds the same row as the hub's matcher.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgeRules } from '../../../src/edge/edge-rule.ts';
import { compareMatched, overlap } from '../../../src/edge/match-order.ts';
import { type Fitting, pathExpression } from '../../../src/edge/pattern-regex.ts';
import { createMatcher } from '../../../src/table/matcher.ts';
import { type RouteName, routes } from '../../../src/table/routes.ts';

const match = createMatcher<RouteName>(routes);
const rows = Object.entries(routes) as [RouteName, { pattern: string }][];
const patterns = new Set(rows.map(([, { pattern }]) => pattern));
const other = (pattern: string) => (pattern.endsWith('/') ? pattern.slice(0, -1) : `${pattern}/`);

const fits = (fitting: Fitting) =>
  new RegExp(pathExpression(fitting, (param, like) => `(?<${param}>${like})`).replace(/^\^\/\?\$$/, '^/$'));

const sorted = rows
  .toSorted(([, a], [, b]) => compareMatched(a.pattern, b.pattern))
  .map(([name, { pattern }]) => {
    const slash = patterns.has(other(pattern)) ? ('as written' as const) : ('either' as const);
    return { name, pattern, expression: fits({ pattern, slash, hasAnyRevision: true }) };
  });

const segment = fc.constantFrom(
  ...rows.flatMap(([, { pattern }]) => pattern.split('/').filter((part) => part !== '' && !part.includes('{'))),
  ...['x', 'main', 'index.json', 'a.json', 'page.md', 'sitemap-1.xml', 'sitemap-.xml', 'sha256:ab', 'SHA256SUMS'],
);
const path = fc.tuple(fc.array(segment, { maxLength: 7 }), fc.boolean());

test('the first expression that matches is that of the row that the matcher finds', () => {
  fc.assert(
    fc.property(path, ([segments, slash]) => {
      const text = `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`;
      const first = sorted.find(({ expression }) => expression.test(text));
      expect([text, first?.name]).toEqual([text, match(segments, slash)?.name]);
    }),
    { numRuns: 5000 },
  );
});

test('two rows that match the same path are known to overlap', () => {
  fc.assert(
    fc.property(path, ([segments, slash]) => {
      const text = `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`;
      const all = sorted.filter(({ expression }) => expression.test(text));
      for (const one of all) for (const two of all) expect(overlap(one.pattern, two.pattern)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(overlap('/docs/{page}.md', '/docs/search.json')).toBe(false);
  expect(overlap('/docs/{page}.md', '/docs/index.md')).toBe(true);
});

test('the edge leaves apps with an address of their own to the hub', () => {
  const apps = (hasAppsHost: boolean) =>
    edgeRules({ hasAppsHost }).filter(({ row, answers }) => row.apart && answers.length > 0);
  expect(apps(false).length).toBeGreaterThan(0);
  expect(apps(true)).toEqual([]);
});
