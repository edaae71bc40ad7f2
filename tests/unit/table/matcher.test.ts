// Tests the matcher of the route table: which row a path belongs to, the effect of a final slash, and contradictory
// tables.
import { expect, test } from 'vitest';
import { createMatcher } from '../../../src/table/matcher.ts';
import { live, type Row } from '../../../src/table/route.ts';

const row = (pattern: string): Row => live(pattern, { dialect: 'hub', cache: 'no-store', summary: '' });
const matcher = (...patterns: string[]) =>
  createMatcher(Object.fromEntries(patterns.map((pattern) => [pattern, row(pattern)])));

test('a literal segment has priority over a param with a suffix, then a plain param, then a rest', () => {
  const match = matcher('/a/{rest...}', '/a/{param}', '/a/{shard}.json', '/a/all.json');
  expect(match(['a', 'all.json'], false)).toEqual({ name: '/a/all.json', params: {} });
  expect(match(['a', 'x.json'], false)).toEqual({ name: '/a/{shard}.json', params: { shard: 'x' } });
  expect(match(['a', '.json'], false)).toEqual({ name: '/a/{param}', params: { param: '.json' } });
  expect(match(['a', 'b', 'c'], false)).toEqual({ name: '/a/{rest...}', params: { rest: 'b/c' } });
});

test('the matcher leaves a branch without a match, and forgets its params', () => {
  const match = matcher('/{owner}/{name}/resolve/{path...}', '/api/models/{owner}/{name}');
  expect(match(['api', 'models', 'resolve', 'x'], false)).toEqual({
    name: '/api/models/{owner}/{name}',
    params: { owner: 'resolve', name: 'x' },
  });
  expect(match(['api', 'y', 'resolve', 'x'], false)).toEqual({
    name: '/{owner}/{name}/resolve/{path...}',
    params: { owner: 'api', name: 'y', path: 'x' },
  });
});

test('a trailing slash matters only if the table has both spellings', () => {
  const match = matcher('/models/', '/docs', '/docs/', '/list');
  expect(match(['models'], false)?.name).toBe('/models/');
  expect(match(['list'], true)?.name).toBe('/list');
  expect(match(['docs'], false)?.name).toBe('/docs');
  expect(match(['docs'], true)?.name).toBe('/docs/');
});

test('names that every object inherits match no row', () => {
  const match = matcher('/a/{param}');
  for (const name of ['__proto__', 'constructor', 'toString']) expect(match([name, 'x'], false)).toBeUndefined();
  expect(match(['a', '__proto__'], false)?.params).toEqual({ param: '__proto__' });
});

test.each([[['/a/{x}', '/a/{y}']], [['/a/b', '/a//b']], [['/a/{x...}', '/a/{y...}']]])(
  'the patterns %j are ambiguous, and making a matcher of them throws',
  (patterns) => {
    expect(() => matcher(...patterns)).toThrow();
  },
);
