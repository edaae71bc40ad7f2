// Tests the address of a file at a source: the source's template with percent-encoded names in it.
import { expect, test } from 'vitest';
import { modelHomes, type Source, sourceUrl } from '../../../src/service/service.ts';

const http = { base: 'https://a.example', template: '/{id}/resolve/{revision}/{path}' } as Source;
const ipfs = { base: 'http://127.0.0.1:8080/gw', template: '/ipfs/{root}/{path}' } as Source;

test('the address at an http source has the source’s own id and revision', () => {
  expect(sourceUrl(http, { id: 'Own/Name', revision: 'v1.0' }, { path: 'a/b c.json' })).toBe(
    'https://a.example/Own/Name/resolve/v1.0/a/b%20c.json',
  );
});

test('the address at an ipfs source has the model’s root', () => {
  expect(sourceUrl(ipfs, { root: 'bafyroot' }, { path: 'größe' })).toBe(
    'http://127.0.0.1:8080/gw/ipfs/bafyroot/gr%C3%B6%C3%9Fe',
  );
});

test('the address at a store may have the hash of a file', () => {
  const sha256 = 'b'.repeat(64);
  const registry = { base: 'https://r.example', template: '/v2/{id}/blobs/sha256:{sha256}' } as Source;
  expect(sourceUrl(registry, { id: 'acme/one' }, { path: 'x', sha256 })).toBe(
    `https://r.example/v2/acme/one/blobs/sha256:${sha256}`,
  );
});

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
