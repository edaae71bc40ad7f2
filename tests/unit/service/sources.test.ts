// Tests the address of a file at a source: the source's template with percent-encoded names in it.
import { expect, test } from 'vitest';
import { modelHomes, type Source, sourceUrl } from '../../../src/service/service.ts';

const http = { base: 'https://a.example', template: '/{id}/resolve/{revision}/{path}' } as Source;
const ipfs = { base: 'http://127.0.0.1:8080/gw', template: '/ipfs/{root}/{path}' } as Source;

test('braces in a path are not taken for a placeholder', () => {
  expect(sourceUrl(http, { id: 'o/n', revision: 'r' }, { path: '{id}/$&.txt' })).toBe(
    'https://a.example/o/n/resolve/r/%7Bid%7D/%24%26.txt',
  );
});

test('only a source whose addresses all begin with the id has pages for models', () => {
  const named = { ...http, host: 'a.example', base: 'http://127.0.0.1:9' };
  expect(modelHomes(named)).toBe('https://a.example/');
  expect(modelHomes({ ...named, template: '/models/{id}/resolve/{revision}/{path}' })).toBeUndefined();
  expect(modelHomes({ ...ipfs, host: 'ipfs' })).toBeUndefined();
  expect(modelHomes({ ...named, host: 'localhost' })).toBeUndefined();
});
