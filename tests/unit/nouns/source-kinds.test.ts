// Tests the kinds of sources of bytes: each has its own key, and names a model fully.
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

test('no two kinds share a key', () => {
  expect(new Set(KEY_NAMES).size).toBe(kinds.length);
});

test.each(kinds.map((kind, at) => [kind, KEY_NAMES[at]!] as const))('a template of %s holds {%s}', (kind, key) => {
  expect(sourceKind({ template: `/x/{${key}}/{path}` })).toBe(kind);
});

test('a template with the id of a model and a hash is of the kind http', () => {
  expect(sourceKind({ template: '/v2/{id}/blobs/sha256:{sha256}' })).toBe('http');
  expect(sourceKind({ template: '/v2/models/blobs/sha256:{sha256}' })).toBe('content');
});

test.each([
  ['http', 'id', 'owner/name', '../x'],
  ['ipfs', 'root', `Qm${'a'.repeat(44)}`, '../x'],
] as const)('a %s checks its %s', (kind, name, good, bad) => {
  const { fault } = kindOf(kind).names[name]!;
  expect(fault(good)).toBeUndefined();
  expect(fault(bad)).toMatch(/\w/);
});

test('a place keeps its known names in one order, and nothing else', () => {
  expect(PLACE_NAMES).toEqual(['id', 'revision', 'root']);
  const place = { files: ['a'], revision: 'r', id: 'o/n', root: undefined };
  expect(JSON.stringify(namesOf(place))).toBe('{"id":"o/n","revision":"r"}');
});
