/** Tests how the registry reads names, Accept headers and lists, and how it refuses. */
import { describe, expect, test } from 'vitest';
import { askedManifest } from '../../../../src/dialects/oci/asked-manifest.ts';
import { nextLink, pageOf } from '../../../../src/dialects/oci/registry/lists.ts';
import { isOciRefusal, ociCodeOf, ociError, refuseOci } from '../../../../src/dialects/oci/registry/refusals.ts';
import { hexOfDigest, isDigest, isRepositoryName, isTag, repositoryName } from '../../../../src/model/reference.ts';
import { OCI_CODES } from '../../../../src/nouns/registry-codes.ts';

const OCI = 'application/vnd.oci.image.manifest.v1+json';
const DOCKER = 'application/vnd.docker.distribution.manifest.v2+json';

describe('names', () => {
  test.each(['acme/tiny', 'a/b', 'a1/b.c', 'a/b_c', 'a/b__c', 'a/b---c', 'hub/index', 'a/b/c'])(
    '%s is the name of a repository',
    (name) => expect(isRepositoryName(name)).toBe(true),
  );
  test.each(['Acme/tiny', 'a/', '/a', 'a/-b', 'a/b-', 'a/b._c', 'a/b___c', 'a//b', 'a/ü', '', `a/${'b'.repeat(254)}`])(
    '%s is not the name of a repository',
    (name) => expect(isRepositoryName(name)).toBe(false),
  );
  test('a model’s repository is its id in lower case', () => {
    expect(repositoryName('QuantFactory/Meta-Llama-3-8B_GGUF')).toBe('quantfactory/meta-llama-3-8b_gguf');
  });
  test('only a text in the form of the specification is a tag', () => {
    for (const tag of ['latest', 'Q4_K_M', 'UD-Q4_K_XL', '2026-11-20', '_x', 'a'.repeat(128)])
      expect(isTag(tag)).toBe(true);
    for (const tag of ['', '-x', '.x', 'a b', 'a:b', 'é', 'a'.repeat(129)]) expect(isTag(tag)).toBe(false);
  });
  test('only sha256 with 64 lower-case hex digits is a digest', () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    expect(isDigest(digest) && hexOfDigest(digest)).toBe('0a'.repeat(32));
    for (const text of [digest.toUpperCase(), digest.slice(1), `${digest}0`, 'sha512:00'])
      expect(isDigest(text)).toBe(false);
  });
});

describe('the requested manifest', () => {
  test.each([
    [
      'oras and containerd: both types',
      `${DOCKER}, application/vnd.oci.image.index.v1+json,${OCI}, */*`,
      'oras',
      'oci',
    ],
    ['Ollama: Docker’s alone', DOCKER, 'ollama/0.33.0 (amd64 linux) Go/go1.26', 'gguf'],
    ['Docker’s before anything else', `${DOCKER};q=0.9, */*;q=0.1`, '', 'gguf'],
    ['nothing', '', 'curl/7.88.1', 'oci'],
    ['anything', '*/*', 'curl/7.88.1', 'oci'],
    ['llama.cpp: JSON', 'application/json', 'llama-cpp/b5000', 'gguf-file'],
    ['llama.cpp that names a type', OCI, 'llama-cpp', 'oci'],
    ['JSON from anyone else', 'application/json', 'python-requests/2', 'oci'],
    ['OCI refused by weight', `${OCI};q=0, ${DOCKER}`, '', 'gguf'],
    ['other case', DOCKER.toUpperCase(), '', 'gguf'],
  ])('is found for %s', (_, accept, userAgent, kind) => expect(askedManifest(accept, userAgent)).toBe(kind));
});

describe('a list', () => {
  const tags = ['BF16', 'Q4_K_M', 'Q8_0', 'latest'];
  const walk = (n: number) => {
    const pages: string[][] = [];
    for (let last: string | undefined, more = true; more; ) {
      const page = pageOf(tags, n, last);
      pages.push(page.entries);
      last = page.next?.last;
      more = page.next !== undefined;
    }
    return pages;
  };

  test('comes whole, or in pages that add up to the whole', () => {
    expect(pageOf(tags, undefined, undefined)).toEqual({ entries: tags });
    expect(walk(3)).toEqual([['BF16', 'Q4_K_M', 'Q8_0'], ['latest']]);
    expect(walk(2)).toEqual([
      ['BF16', 'Q4_K_M'],
      ['Q8_0', 'latest'],
    ]);
    expect(walk(9)).toEqual([tags]);
  });
  test('starts after `last`, whether it is in the list or not', () => {
    expect(pageOf(tags, undefined, 'Q4_K_M').entries).toEqual(['Q8_0', 'latest']);
    expect(pageOf(tags, 1, 'Q5').entries).toEqual(['Q8_0']);
    expect(pageOf(tags, 5, 'latest')).toEqual({ entries: [] });
  });
  test('has no next page without entries', () => expect(pageOf(tags, 0, undefined)).toEqual({ entries: [] }));
  test('links to the next page and only to it', () => {
    expect(nextLink('/v2/a/b/tags/list', pageOf(tags, 1, undefined))).toBe(
      '</v2/a/b/tags/list?n=1&last=BF16>; rel="next"',
    );
    expect(nextLink('/v2/_catalog', { entries: [], next: { n: 1, last: 'spaces/a' } })).toBe(
      '</v2/_catalog?n=1&last=spaces%2Fa>; rel="next"',
    );
    expect(nextLink('/v2/a/b/tags/list', pageOf(tags, 4, undefined))).toBeUndefined();
  });
});

describe('a refusal', () => {
  test('has a code of the specification, its status, and one printable line', () => {
    const refusal = refuseOci('TagUnknown', { name: 'a/b', tag: 'ü\nx', tags: ['Q8_0', 'latest'] });
    expect(refusal).toEqual({
      code: 'MANIFEST_UNKNOWN',
      status: 404,
      message: '"a/b" has no tag "??x": it has Q8_0, latest.',
    });
    expect(isOciRefusal(refusal)).toBe(true);
    expect(ociError(refusal)).toEqual({ errors: [{ code: refusal.code, message: refusal.message }] });
  });
  test('stays short', () => {
    const tags = Array.from({ length: 400 }, (_, i) => `TAG${i}`);
    expect(refuseOci('TagUnknown', { name: 'a/b', tag: 'x', tags }).message).toHaveLength(700);
  });
  test('that Ollama must print has another status than 404', () => {
    expect(refuseOci('ShardedOnly', { name: 'a/b', tag: 'latest' })).toMatchObject({
      code: 'UNSUPPORTED',
      status: 400,
    });
    expect(refuseOci('ReadOnly', undefined)).toMatchObject({ code: 'UNSUPPORTED', status: 405 });
  });
  test('of another dialect also has a code of the registry', () => {
    expect(ociCodeOf('RepoNotFound')).toBe('NAME_UNKNOWN');
    expect(ociCodeOf('GatedRepo')).toBe('DENIED');
    expect(ociCodeOf('TooLarge')).toBe('UNSUPPORTED');
  });
  test('codes are those of the distribution specification', () => {
    expect(Object.keys(OCI_CODES)).toEqual(Object.keys(OCI_CODES).sort());
    expect(OCI_CODES).toMatchObject({ NAME_UNKNOWN: 404, DENIED: 403, TOOMANYREQUESTS: 429 });
  });
});
