// Tests that the target of a request is split, decoded once and checked, and that a pin is removed from it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Path, readTarget, takePin } from '../../../../functions/request/request-target.ts';

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

test.each([
  ['a', 'BadPath'],
  ['*', 'BadPath'],
  ['ftp://host/a', 'BadPath'],
  ['/a/../b', 'BadPath'],
  ['/.', 'BadPath'],
  ['/a/..', 'BadPath'],
  ['/%2e', 'BadPath'],
  ['/%2E%2e', 'BadPath'],
  ['/a%2f..', 'BadPath'],
  ['/a%2f.%2fb', 'BadPath'],
  ['/%', 'BadPath'],
  ['/%g0', 'BadPath'],
  ['/%ff', 'BadPath'],
  ['/%00', 'BadPath'],
  ['/a\tb', 'BadPath'],
  ['/a%7f', 'BadPath'],
  ['/a\\b', 'BadPath'],
  ['/a%5Cb', 'BadPath'],
  [`/${'x'.repeat(8192)}`, 'UriTooLong'],
])('%j is refused', (target, code) => {
  expect(readTarget(target)).toMatchObject({ refusal: code });
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

describe('a pin', () => {
  const known = ['srca', 'srcb'];
  const taken = (target: string) => {
    const path = readTarget(target) as Path;
    return [takePin(path, known), path.segments];
  };

  test('is removed', () => {
    expect(taken('/via/srcb/a/b')).toEqual([{ source: 'srcb' }, ['a', 'b']]);
  });

  test('is not read in the middle of a path', () => {
    expect(taken('/a/via/srcb')).toEqual([undefined, ['a', 'via', 'srcb']]);
  });

  test('can be malformed or unknown', () => {
    const broken = ['/via/%01/x', '/via/%zz/x', '/via/../x', '/%76ia/a%5cb/x'];
    for (const target of ['/via', '/via/', '/via/SRCA/x', '/via/%2F/x', `/via/${'x'.repeat(33)}`, ...broken])
      expect(taken(target)[0]).toEqual({ malformed: true });
    expect(taken('/via/p2p/x')[0]).toMatchObject({ refusal: 'UnknownSource', status: 404 });
  });
});
