// Tests that the hub uses a row of the catalog only if it is unchanged since the search index was written.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkedRow, rowHash } from '../../../../src/search/format/row-hash.ts';

const row = Buffer.from('{"id":"a/b"}');

test('the hash of a row is the beginning of its SHA-256, as four words', () => {
  const words = [...rowHash(row)];
  expect(words.map((word) => word.toString(16).padStart(8, '0')).join('')).toBe(
    createHash('sha256').update(row).digest('hex').slice(0, 32),
  );
});

test('a row with a changed byte is refused', () => {
  expect(checkedRow(row, rowHash(row))).toBe(row);
  expect(() => checkedRow(Buffer.from('{"id":"a/c"}'), rowHash(row))).toThrow(
    'a row of the catalog object is not what',
  );
});
