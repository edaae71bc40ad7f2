// Tests preconditions and ranges by RFC 9110 sections 13 and 14.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesTag, readRange } from '../../../../functions/request/conditional.ts';

describe('If-None-Match', () => {
  test.each(['"a"', '*', ' * ', 'W/"a"', '"b", "a"', '"b",W/"a" , "c"'])('%j matches the tag "a"', (header) => {
    expect(matchesTag(header, '"a"')).toBe(true);
  });

  test.each(['', '"b"', 'a', '"a', '"A"', 'w/"a"', '"a-br"', ','])('%j does not match the tag "a"', (header) => {
    expect(matchesTag(header, '"a"')).toBe(false);
  });
});

describe('Range', () => {
  test.each([
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    [' bytes=9-9 ', { start: 9, end: 9 }],
    ['bytes=10-10', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=a-b', undefined],
    ['bytes 0-1', undefined],
    ['', undefined],
  ])('the range of %j in a file of ten bytes', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  test('an empty file has no range', () => {
    for (const header of ['bytes=0-0', 'bytes=-1', 'bytes=0-']) expect(readRange(header, 0)).toBe('unsatisfiable');
  });

  test('a valid range is within the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 1000 }), (first, last, size) => {
        for (const header of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
          const range = readRange(header, size);
          if (typeof range !== 'object') continue;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          expect(range.end).toBeLessThan(size);
        }
      }),
    );
  });
});
