// Tests which ids a page suggests for an id that does not exist.
import { expect, test } from 'vitest';
import { likeIds } from '../../../src/model-page/like-ids.ts';

const ids = ['acme/tiny-bert', 'acme/tiny-bert-GGUF', 'other/tiny_bert', 'acme/whisper-large-v3', 'x/y'];

test('the most similar id comes first, and of ids with equal names the one with the same owner', () => {
  expect(likeIds('acme/tiny-brt', ids)).toEqual(['acme/tiny-bert', 'acme/tiny-bert-GGUF', 'other/tiny_bert']);
  expect(likeIds('other/tinybert', ids)[0]).toBe('other/tiny_bert');
  expect(likeIds('acme/whisper-v3-large', ids)).toEqual(['acme/whisper-large-v3']);
  // A name of one letter has no pairs of letters that could be compared.
  expect(likeIds('y/tiny-bert', ['x/tiny-bert'])).toEqual(['x/tiny-bert']);
});

test('dissimilar ids are left out, and there are at most five', () => {
  expect(likeIds('nobody/zzzzzz', ids)).toEqual([]);
  expect(likeIds('x/y', ['x/y'])).toEqual(['x/y']);
  const many = Array.from({ length: 20 }, (_, at) => `acme/tiny-bert-${at}`);
  expect(likeIds('acme/tiny-bert', many)).toHaveLength(5);
});
