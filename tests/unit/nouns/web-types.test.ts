// Tests the media type for each extension of a file name, also for names that a caller invents.
import { expect, test } from 'vitest';
import { webContentType, webType } from '../../../src/nouns/media-types.ts';

test.each([
  ['index.html', 'text/html; charset=utf-8'],
  ['assets/hash_wasm.wasm', 'application/wasm'],
  ['README', 'application/octet-stream'],
  ['a.__proto__', 'application/octet-stream'],
])('%s has the media type %s', (path, type) => {
  expect(webContentType(path)).toBe(type);
  expect(type.startsWith(webType(path))).toBe(true);
});
