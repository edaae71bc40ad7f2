import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { spaceRoot } from '../../../src/nouns/file-path.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

test('the root of an app is the hash of the sorted lines, in whatever order the files are given', () => {
  const files = [
    { path: 'index.html', sha256: sha('page') },
    { path: 'assets/a.js', sha256: sha('a') },
    { path: 'assets/B.css', sha256: sha('b') },
  ];
  const lines = `assets/B.css\0${sha('b')}\nassets/a.js\0${sha('a')}\nindex.html\0${sha('page')}\n`;
  expect(spaceRoot(files)).toBe(sha(lines));
  expect(spaceRoot(files.toReversed())).toBe(sha(lines));
  expect(spaceRoot([])).toBe(sha(''));
});
