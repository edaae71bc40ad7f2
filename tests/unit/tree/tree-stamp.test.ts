// Tests reading the stamp of a tree, which says whether this version can serve the tree.
import { expect, test } from 'vitest';
import { parseTreeStamp } from '../../../src/tree/tree-list.ts';

const stamp = {
  format: 'hub.model-hub.tree/v3',
  id: 'abc',
  catalog: `blake3:${'0'.repeat(64)}`,
  snapshot: '2026-11-20',
  rowsStart: 17,
  counts: { models: 3, listed: 2 },
  nextPage: 'cursor',
  repositories: ['hub/index'],
  gated: ['gate/closed'],
  days: [],
  list: [],
};

test('a stamp is read', () => {
  const { format: _, counts, days: __, ...kept } = stamp;
  expect(parseTreeStamp(JSON.stringify(stamp))).toEqual({ ...kept, isSigned: false, models: counts.models });
  expect(parseTreeStamp(JSON.stringify({ ...stamp, signed: true })).isSigned).toBe(true);
});

test.each([
  [{ ...stamp, format: 'hub.model-hub.tree/v1' }, 'unknown format hub.model-hub.tree/v1'],
  [{ ...stamp, catalog: 'sha256:00' }, 'names no catalog'],
])('%#: the error for a stamp of another version says what to do', (other, fault) => {
  expect(() => parseTreeStamp(JSON.stringify(other))).toThrow(new RegExp(`${fault}.*model-hub build`));
});

test('a part of a stamp is an error', () => {
  expect(() => parseTreeStamp(JSON.stringify(stamp).slice(0, 40))).toThrow();
  expect(() => parseTreeStamp('')).toThrow();
});
