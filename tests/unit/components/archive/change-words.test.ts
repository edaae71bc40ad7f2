// Tests the words about a day's changes.
import { expect, test } from 'vitest';
import { modelInShort, revisedInShort } from '../../../../src/components/archive/change-words.ts';

test('a model is described by its task, its weights and its parameters, as far as known', () => {
  const facts = { files: 12, copy_bytes: 90_900_000, parameters: 22_700_000, pipeline_tag: 'sentence-similarity' };
  expect(modelInShort(facts)).toBe('Sentence similarity · 90.9 MB · 22.7M parameters');
  expect(modelInShort({ files: 1 })).toBe('1 file');
  expect(modelInShort(undefined)).toBe('');
});

test('a new revision is described by the number of changed files, and the bytes of one copy', () => {
  const revised = { id: 'a/b', from: '1'.repeat(40), to: '2'.repeat(40) };
  const files = { added: 1, changed: 2, removed: 0 };
  expect(revisedInShort({ ...revised, files, copy_bytes: 9, copy_bytes_before: 7 })).toBe(
    '2 files changed, 1 added · one copy 9 B, was 7 B',
  );
  expect(revisedInShort({ ...revised, files: { added: 0, changed: 0, removed: 1 } })).toBe('1 file removed');
  expect(revisedInShort({ ...revised, files: { added: 0, changed: 0, removed: 0 } })).toBe('the same files');
});
