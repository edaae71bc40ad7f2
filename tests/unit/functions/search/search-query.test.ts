// Tests queries as long as an address may be: the hub refuses those that are too long at almost no cost.
import { expect, test } from 'vitest';
import { readSearchQuery } from '../../../../functions/search/search-query.ts';
import { MAX_TAGS } from '../../../../src/basics/limits.ts';

const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag-${at}`);
const asked = (query: string) => readSearchQuery(new URLSearchParams(query));

test('the most tags that a query may have are accepted, each once', () => {
  const list = tags(MAX_TAGS);
  expect(asked(`filter=${list.join(',')}&filter=${list.join()}, ,&filter=`)).toMatchObject({ tags: list });
});

test('one tag more is refused, with the limit', () => {
  expect(asked(`filter=${tags(MAX_TAGS + 1).join('&filter=')}`)).toMatchObject({
    refusal: 'BadParameter',
    sentence: expect.stringContaining(`at most ${MAX_TAGS} tags`),
  });
});
