// Tests that the target of a request is split and decoded once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTarget } from '../../../../functions/request/request-target.ts';

test.each([
  ['/', [], false, ''],
  ['', [], false, ''],
  ['//', [], false, ''],
  ['/a/b', ['a', 'b'], false, ''],
  ['/a/b/', ['a', 'b'], true, ''],
  ['///a//b//?x=1&y', ['a', 'b'], true, 'x=1&y'],
  ['/a?b/../c', ['a'], false, 'b/../c'],
  ['/a?', ['a'], false, ''],
  ['/a#b?c', ['a'], false, ''],
  ['/%61%20%2520', ['a %20'], false, ''],
  ['/a%2Fb', ['a/b'], false, ''],
  ['/...', ['...'], false, ''],
  ['/.a/..b', ['.a', '..b'], false, ''],
  ['http://host:1/a/b?q', ['a', 'b'], false, 'q', 'host:1'],
  ['HTTPS://host', [], false, '', 'host'],
  ['http://u:p@host?q', [], false, 'q', 'u:p@host'],
  ['http:///a', ['a'], false, '', ''],
])('%j is read', (target, segments, slash, query, authority?: string) => {
  expect(readTarget(target)).toEqual({ segments, slash, query, authority });
});

test('the quick reading of a plain path gives the same result as the complete check', () => {
  const segment = fc.string({ unit: fc.constantFrom(...'aZ09-_~!$&()*+,;=:@'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(segment), fc.boolean(), (segments, slash) => {
      const plain = `/${segments.join('/')}${slash && segments.length > 0 ? '/' : ''}`;
      const closer = `/${plain}`;
      expect(readTarget(plain)).toEqual(readTarget(closer));
    }),
  );
});
