// Tests the paths of files in a repository: the allowed characters, their order, and their form in a URL.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientFault, compareBytewise, encodePath, filePathFault } from '../../../src/nouns/file-path.ts';

test.each(['a/b', '...', '😀', ' ', '%2e%2e'])('%j is valid', (path) => {
  expect(filePathFault(path)).toBeUndefined();
});

test.each([
  ['', 'is empty'],
  ['/a', 'is absolute'],
  ['a/', 'holds an empty segment'],
  ['a/../b', 'holds the segment ".."'],
  ['a\\b', 'holds a backslash'],
  ['a\0', 'holds a control character'],
  ['a\u009b31mred', 'holds a control character'],
  ['a\u202egnp.exe', 'holds a control character'],
  ['\ud800', 'is not well-formed Unicode'],
  ['é'.repeat(126), 'holds a segment of more than 250 bytes'],
  [`${`${'x'.repeat(99)}/`.repeat(21)}x`, 'is longer than 2048 bytes'],
  [`${'a/'.repeat(64)}x`, 'lies more than 63 folders deep'],
])('%j is refused: %s', (path, fault) => {
  expect(filePathFault(path)).toBe(fault);
});

test('the longest allowed segment is valid', () => {
  expect(filePathFault('é'.repeat(125))).toBeUndefined();
});

test('paths are ordered by their UTF-8 bytes', () => {
  const unit = fc.constantFrom('a', 'b', '/', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}');
  const text = fc.string({ unit, maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const wanted = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareBytewise(a, b))).toBe(wanted);
    }),
  );
});

test('a path in a URL keeps its slashes and can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const path = text.toWellFormed();
      const written = encodePath(path);
      expect(written).toMatch(/^[A-Za-z0-9\-._~!*'()%/]*$/);
      expect(written.split('/').map(decodeURIComponent).join('/')).toBe(path);
    }),
  );
});

test.each([
  [['D:foo'], 'begins as a drive of Windows'],
  [['a/b.'], 'has a name that ends with a dot or a space'],
  [['a/NUL.txt'], 'has the name of a device of Windows'],
  [['a/B', 'A/b'], 'equals another path, letter case aside'],
])('clients refuse %j: it %s', (paths, reason) => {
  expect(clientFault(['README.md', ...paths])).toEqual({ path: paths.at(-1), reason });
});

test('clients take other names', () => {
  expect(clientFault(['ab:c', 'console', 'com10', '.gitattributes', 'a..b/c d', 'nulls/x'])).toBeUndefined();
});
