// Tests the kinds of byte sources: each has a key of its own, and a full name for a model.
import { expect, test } from 'vitest';
import {
  KEY_NAMES,
  kindOf,
  namesOf,
  PLACE_NAMES,
  SOURCE_KINDS,
  type SourceKind,
  sourceKind,
} from '../../../src/nouns/source-kinds.ts';

const kinds = Object.keys(SOURCE_KINDS) as SourceKind[];

test('no two kinds have the same key', () => {
  expect(new Set(KEY_NAMES).size).toBe(kinds.length);
});

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

test('a source’s names for a model are written in one order, and unknown names are left out', () => {
  expect(PLACE_NAMES).toEqual(['id', 'revision', 'root']);
  const place = { files: ['a'], revision: 'r', id: 'o/n', root: undefined };
  expect(JSON.stringify(namesOf(place))).toBe('{"id":"o/n","revision":"r"}');
});
