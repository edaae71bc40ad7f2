// The reference page asks for nothing that its policy forbids, and a page that would is not built.
import { describe, expect, test } from 'vitest';
import { withOwnScript } from '../../../../generator/site/build-reference.ts';

describe('a page is refused', () => {
  const page = (inside: string) => `<html><head></head><body>${inside}</body></html>`;

  test('that would run a script which its policy forbids', () => {
    expect(() => withOwnScript(page('<script>alert(1)</script>'), 'x.js')).toThrow(/policy forbids/);
  });

  test('that would ask a third party', () => {
    for (const tag of ['<img src="https://cdn.example/x.svg">', '<link rel="stylesheet" href="//cdn.example/x.css">'])
      expect(() => withOwnScript(page(tag), 'x.js')).toThrow(/third party/);
  });
});
