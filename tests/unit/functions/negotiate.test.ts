// Negotiation by q-values: who gets a page, and which content coding is sent.
import { describe, expect, test } from 'vitest';
import { coding, prefersHtml } from '../../../functions/negotiate.ts';

describe('a page is for callers who name text/html and prefer nothing to it', () => {
  test.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, text/html',
    'application/json;q=0.8, text/html;q=0.9',
    'TEXT/HTML',
    'text/html;charset=utf-8;q=0.1',
  ])('%s', (accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'text/html;q=0',
    'text/html;q=0.5, application/json',
    'text/html;q=0.9, text/markdown',
  ])('not %s', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});

describe('content coding', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.8', 'br'],
    ['deflate', undefined],
    ['zstd, compress', undefined],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['br;q=2', undefined],
    ['br;q=x, gzip', 'gzip'],
    [';q=1', undefined],
    [', ,', undefined],
  ])('for %j it is %s', (header, wanted) => {
    expect(coding(header)).toBe(wanted);
  });
});
