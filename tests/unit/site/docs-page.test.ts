// Tests the links and addresses in pages of content/docs.
import { describe, expect, test } from 'vitest';
import { pageLink, withOwnAddress } from '../../../src/site/docs-page.ts';

describe('the example address in the documentation', () => {
  test('becomes the hub’s own address, with and without its scheme', () => {
    const text = 'curl https://hub.example/a; oras pull hub.example/b:c, docker://hub.example/d';
    expect(withOwnAddress(text, 'http://127.0.0.1:4321')).toBe(
      'curl http://127.0.0.1:4321/a; oras pull 127.0.0.1:4321/b:c, docker://127.0.0.1:4321/d',
    );
  });

  test('is replaced only once, even by an address that contains it', () => {
    expect(withOwnAddress('https://hub.example hub.example', 'https://eu.hub.example')).toBe(
      'https://eu.hub.example eu.hub.example',
    );
    expect(withOwnAddress('https://hub.example/', 'https://hub.example:8443')).toBe('https://hub.example:8443/');
  });

  test('is not replaced inside another name', () => {
    expect(withOwnAddress('hub.example.org', 'http://x')).toBe('hub.example.org');
  });
});

test('only a link to another page of the documentation counts as a page link', () => {
  expect(pageLink('sources.md')).toEqual({ slug: 'sources', anchor: '' });
  expect(pageLink('./llama-cpp.md#check')).toEqual({ slug: 'llama-cpp', anchor: '#check' });
  for (const url of ['/docs/sources.md', 'https://hub.example/agent.md', '../README.md', '#check', 'sources'])
    expect(pageLink(url)).toBeUndefined();
});
