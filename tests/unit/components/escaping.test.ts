// Tests that no text of a visitor, a model or a source becomes markup on the page that lists models, neither on the
// server nor in the browser.
import { expect, test } from 'vitest';
import type { Html } from '../../../src/basics/html.ts';
import { type BrowseOutcome, resultsHtml } from '../../../src/components/browse/browse-results-html.ts';
import { facetsHtml } from '../../../src/components/browse/facets-html.ts';
import { modelTableHtml } from '../../../src/components/browse/model-rows-html.ts';
import { quantsHtml } from '../../../src/components/browse/quants-html.ts';
import { type BrowseQuestion, readQuestion } from '../../../src/components/questions/browse-question.ts';
import { FACET_GROUPS, type Facets } from '../../../src/search/facets.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';

const markup = `'"><img src=x onerror=y>&amp;`;
const view = {
  baseUrl: `https://hub.example/${markup}`,
  modelPage: '/models/{owner}/{name}/',
  browse: '/models/',
  sourceNames: { [markup]: markup, B: 'b.example' },
};
const row = {
  ...{
    id: `o${markup}/m${markup}`,
    modelId: 'o/m',
    sha: 'f'.repeat(40),
    private: false,
    gated: false,
    disabled: false,
  },
  ...{ pipeline_tag: markup, library_name: markup, tags: [`license:${markup}`], lastModified: markup, downloads: 1 },
  hub: { manifest: 'm', files: 1, weight_bytes: 1e9, copy_bytes: 1, sources: [markup], quants: { [markup]: 1 } },
} as ModelRow;
const query = new URLSearchParams(
  ['search', 'author', 'license', 'fits', 'cursor', 'filter'].map((name) => [name, markup]),
);
const question: BrowseQuestion = readQuestion(query);
const drops = [{ filter: { name: 'author', value: markup } as const, total: 3 }];

/** Expects that hostile text makes no element and ends no attribute. */
function isHarmless({ text }: Html): void {
  expect(text).toContain('&lt;img');
  expect(text).not.toContain('<img');
  for (const [, value = ''] of text.matchAll(/="([^"]*)"/g)) expect(value).not.toMatch(/[<>]/);
}

test.each<[what: string, found: BrowseOutcome]>([
  ['an error', { error: markup }],
  ['nothing, and what to drop', { rows: [], total: 0, drops, unknown: 0, isMore: false }],
  ['nothing but unknown sizes', { rows: [], total: 0, drops: [], unknown: 2, isMore: false }],
  ['a page past the end', { rows: [], total: 4, drops: [], unknown: 0, isMore: false }],
  ['rows', { rows: [row], total: 2, drops: [], unknown: 1, isMore: true }],
])('results: %s', (_, found) => isHarmless(resultsHtml(question, found, view)));

test('the rows escape hostile text', () => isHarmless(modelTableHtml([row], markup, view)));

test('the quantisations escape hostile text', () =>
  isHarmless(quantsHtml({ ...row.hub, quants: { [markup]: 1 } }, undefined) as Html));

test('the choices of filters escape hostile text', () => {
  const counts: [string, number][] = Array.from({ length: 9 }, (_, at) => [`${at}${markup}`, 1]);
  const facets = Object.fromEntries(FACET_GROUPS.map((group) => [group, counts])) as unknown as Facets;
  isHarmless(facetsHtml(facets, question));
});
