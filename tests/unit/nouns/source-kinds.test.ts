// Tests the kinds of byte sources: each has a key of its own, and checks its names.
import { expect, test } from 'vitest';
import { KEY_NAMES, kindOf, SOURCE_KINDS, type SourceKind, sourceKind } from '../../../src/nouns/source-kinds.ts';

const kinds = Object.keys(SOURCE_KINDS) as SourceKind[];

test.each(kinds.map((kind, at) => [kind, KEY_NAMES[at]!] as const))(
  'a template of the kind %s contains {%s}',
  (kind, key) => {
    expect(sourceKind({ template: `/x/{${key}}/{path}` })).toBe(kind);
  },
);

test('a template with the id of a model and a hash is of the kind http', () => {
  expect(sourceKind({ template: '/v2/{id}/blobs/sha256:{sha256}' })).toBe('http');
  expect(sourceKind({ template: '/v2/models/blobs/sha256:{sha256}' })).toBe('content');
});

test.each([
  ['http', 'id', 'owner/name', '../x'],
  ['ipfs', 'root', `Qm${'a'.repeat(44)}`, '../x'],
] as const)('a source of the kind %s checks its %s', (kind, name, good, bad) => {
  const { fault } = kindOf(kind).names[name]!;
  expect(fault(good)).toBeUndefined();
  expect(fault(bad)).toMatch(/\w/);
});
