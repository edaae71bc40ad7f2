// Tests what a search query reads of tags and of sizes.
import { expect, test } from 'vitest';
import { MAX_TAGS } from '../../../src/basics/limits.ts';
import { readSearchQuery } from '../../../src/search/search-query.ts';

const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag-${at}`);
const asked = (query: string) => readSearchQuery(new URLSearchParams(query));

test('the largest number of tags is accepted, each tag once', () => {
  const list = tags(MAX_TAGS);
  expect(asked(`filter=${list.join(',')}&filter=${list.join()}, ,&filter=`)).toMatchObject({ tags: list });
});

test('a query with one tag more is refused, and the sentence names the limit', () => {
  expect(asked(`filter=${tags(MAX_TAGS + 1).join('&filter=')}`)).toMatchObject({
    refusal: 'BadParameter',
    sentence: expect.stringContaining(`at most ${MAX_TAGS} tags`),
  });
});

test('a size among the words is the memory of a machine, unless the query names one', () => {
  expect(asked('match=words&search=gguf+8gb')).toMatchObject({ words: ['gguf'], fits: 8e9 });
  expect(asked('match=words&search=8+GB&fits=16')).toMatchObject({ fits: 16e9 });
  expect(asked('match=words&search=8+GB')).not.toHaveProperty('words');
  expect(asked('search=8gb')).toMatchObject({ search: '8gb' });
});
