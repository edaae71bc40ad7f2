// Tests the page that lists models, with as many filters as a web address can have.
import { describe, expect, test } from 'vitest';
import { MAX_TAGS } from '../../../src/basics/limits.ts';
import { type BrowseOutcome, resultsHtml } from '../../../src/components/browse/browse-results-html.ts';
import { readQuestion } from '../../../src/components/questions/browse-question.ts';

const view = {
  baseUrl: 'https://hub.example',
  browse: '/models/',
  modelPage: '/models/{owner}/{name}/',
  sourceNames: {},
};
const none: BrowseOutcome = { rows: [], total: 0, unknown: 0, isMore: false };
const tags = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
const question = (count: number) => readQuestion(new URLSearchParams(`filter=${tags(count)}`));

describe('filters', () => {
  test('each has a link that removes it, up to the number that a query may have', () => {
    const { text } = resultsHtml(question(MAX_TAGS), none, view);
    expect(text.match(/class="chip"/g)).toHaveLength(MAX_TAGS);
  });

  test('thousands have no links, because each link would repeat all others', () => {
    const { text } = resultsHtml(question(2300), { error: 'Name at most 50 tags.' }, view);
    expect(text).toContain('Name at most 50 tags.');
    expect(text.length).toBeLessThan(1000);
  });

  test('a repeated filter counts once', () => {
    const asked = readQuestion(
      new URLSearchParams('filter=gguf,gguf,license:mit&filter=x,gguf&license=mit&license=mit&search=a'),
    );
    expect(asked.filters).toEqual([
      { name: 'search', value: 'a' },
      { name: 'license', value: 'mit' },
      { name: 'filter', value: 'gguf' },
      { name: 'filter', value: 'license:mit' },
      { name: 'filter', value: 'x' },
    ]);
  });
});
