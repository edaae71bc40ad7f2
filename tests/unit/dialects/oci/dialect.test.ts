/** Tests how the registry reads names, Accept headers and lists, and how it refuses. */
import { describe, expect, test } from 'vitest';
import { shapeRefusal } from '../../../../src/dialects/refusal-shape.ts';
import { hexOfDigest, isDigest, isRepositoryName, isTag } from '../../../../src/model/reference.ts';
import { refuse } from '../../../../src/table/refusals.ts';

describe('names', () => {
  test.each(['acme/tiny', 'a/b__c', 'a/b---c', 'a/b/c'])('%s is the name of a repository', (name) =>
    expect(isRepositoryName(name)).toBe(true),
  );
  test.each(['Acme/tiny', 'a/-b', 'a/b___c', 'a//b', `a/${'b'.repeat(254)}`])(
    '%s is not the name of a repository',
    (name) => expect(isRepositoryName(name)).toBe(false),
  );
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

describe('a refusal', () => {
  test('has a code of the specification, its status, and one short printable line', () => {
    const refusal = refuse('TagUnknown', { name: 'a/b', tag: 'ü\nx', tags: ['Q8_0', 'latest'] });
    const { status, body, headers } = shapeRefusal(refusal, 'oci');
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { errors: [{ code: 'MANIFEST_UNKNOWN', message: '"a/b" has no tag "%C3%BC%0Ax": it has Q8_0, latest.' }] },
    ]);
    expect(headers).not.toContain('X-Error-Code');
  });
});
