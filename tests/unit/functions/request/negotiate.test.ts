// Tests the negotiation by q-values: which callers get a page, and which content coding an answer has.
import { describe, expect, test } from 'vitest';
import { coding, prefersHtml, representation } from '../../../../functions/request/negotiate.ts';

describe('a page is for callers who accept text/html and prefer nothing else', () => {
  test.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, text/html',
    'application/json;q=0.8, text/html;q=0.9',
    'TEXT/HTML',
    'text/html;charset=utf-8;q=0.1',
  ])('%s gets a page', (accept) => {
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
  ])('%s gets no page', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});

describe('a representation', () => {
  const all = ['html', 'json', 'markdown'] as const;

  test.each([
    [undefined, 'markdown'],
    ['*/*', 'markdown'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/json, */*', 'json'],
    ['application/json, text/html', 'html'],
    ['text/markdown, application/json', 'json'],
    ['text/markdown, application/json;q=0.9', 'markdown'],
    ['text/html;q=0.5, application/json;q=0.6', 'json'],
    ['text/html;q=0, application/json;q=0', 'markdown'],
    ['text/html;q=0, */*', 'markdown'],
    ['text/markdown;q=0, */*', 'json'],
    ['text/markdown;q=0, text/*', 'html'],
    ['text/*', 'markdown'],
    ['application/*, application/json', 'json'],
    ['application/*;q=0.5, text/html', 'html'],
    ['text/*;q=0.2, application/*', 'markdown'],
    ['text/html;q=x', 'markdown'],
  ])('for %j it is %s', (accept, wanted) => {
    expect(representation(accept, all)).toBe(wanted);
  });

  test('is never JSON for a row without JSON', () => {
    expect(representation('application/json', ['html', 'markdown'])).toBe('markdown');
    expect(representation('application/json, text/html;q=0.1', ['html', 'markdown'])).toBe('html');
    expect(representation('text/html', ['json'])).toBe('json');
  });
});

describe('content coding', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['BR', 'br'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['zstd, compress', undefined],
    ['identity, br;q=0.5', undefined],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['br;q=2', undefined],
    ['br;q=x, gzip', 'gzip'],
    [';q=1', undefined],
  ])('for %j it is %s', (header, wanted) => {
    expect(coding(header)).toBe(wanted);
  });

  test.each([
    ['gzip, deflate, br', ['gzip'], 'gzip'],
    ['gzip, deflate, br', ['br'], 'br'],
    ['br', ['gzip'], undefined],
    ['*', ['gzip'], 'gzip'],
    ['br, gzip;q=0.1, identity;q=0.5', ['gzip'], undefined],
    ['gzip, deflate, br', [], undefined],
  ] as const)('for %j, of the offered %j, it is %s', (header, offered, wanted) => {
    expect(coding(header, offered)).toBe(wanted);
  });
});
