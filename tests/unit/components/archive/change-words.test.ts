// Tests the words about a day's changes: sizes before and after, and changed files under their models.
import { expect, test } from 'vitest';
import {
  modelInShort,
  revisedInShort,
  rewrittenByModel,
  sizeInWords,
} from '../../../../src/components/archive/change-words.ts';

test.each<[now: number, before: number | undefined, words: string]>([
  [90_900_000, undefined, '90.9 MB'],
  [90_900_000, 90_900_000, '90.9 MB, as before'],
  [11_900, 11_700, '11.9 kB, was 11.7 kB'],
  [90_900_001, 90_900_000, '90.9 MB, 1 byte more'],
  [90_900_000, 90_900_012, '90.9 MB, 12 bytes less'],
])('a file of %i bytes instead of %s', (now, before, words) => expect(sizeInWords(now, before)).toBe(words));

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

test('files are listed under their models, first those with unannounced changes, up to a limit', () => {
  const file = (id: string, path: string, in_place: boolean) => ({
    ...{ id, path, in_place, size: 1, size_before: 1 },
    ...{ from: 'a'.repeat(64), to: 'b'.repeat(64) },
  });
  const rewritten = [file('a/a', '1', false), file('b/b', '1', true), file('b/b', '2', true), file('c/c', '1', false)];
  const told = rewrittenByModel(rewritten, 3).map(({ id, inPlace, files }) => [id, inPlace, files.length]);
  expect(told).toEqual([
    ['b/b', true, 2],
    ['a/a', false, 1],
  ]);
});
