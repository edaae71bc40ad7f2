// Tests that no text of a visitor, a model or a source becomes markup on the page that lists models
// or on the page of a model, neither on the server nor in the browser.
import { expect, test } from 'vitest';
import type { Html } from '../../../src/basics/html.ts';
import { type BrowseOutcome, resultsHtml } from '../../../src/components/browse/browse-results-html.ts';
import { facetsHtml } from '../../../src/components/browse/facets-html.ts';
import { modelTableHtml } from '../../../src/components/browse/model-rows-html.ts';
import { quantsHtml } from '../../../src/components/browse/quants-html.ts';
import { filesHtml } from '../../../src/components/model/files-html.ts';
import { getItHtml } from '../../../src/components/model/get/choices-html.ts';
import { headerHtml, useHtml } from '../../../src/components/model/header-html.ts';
import { noModelWords } from '../../../src/components/model/no-model-html.ts';
import { machineHtml, sourcesHtml, verificationHtml } from '../../../src/components/model/panels-html.ts';
import { type BrowseQuestion, readQuestion } from '../../../src/components/questions/browse-question.ts';
import type { ModelPage, PageFile, PageSource } from '../../../src/model-page/model-page.ts';
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
  id: `o${markup}/m${markup}`,
  modelId: 'o/m',
  sha: 'f'.repeat(40),
  private: false,
  gated: false,
  disabled: false,
  pipeline_tag: markup,
  library_name: markup,
  tags: [`license:${markup}`],
  lastModified: markup,
  downloads: 1,
  hub: { manifest: 'm', files: 1, weight_bytes: 1e9, copy_bytes: 1, sources: [markup], quants: { [markup]: 1 } },
} as ModelRow;
const query = new URLSearchParams(
  ['search', 'author', 'license', 'fits', 'cursor', 'filter'].map((name) => [name, markup]),
);
const question: BrowseQuestion = readQuestion(query);

/** Expects that hostile text makes no element and ends no attribute. */
function isHarmless({ text }: Html): void {
  expect(text).toContain('&lt;img');
  expect(text).not.toContain('<img');
  for (const [, value = ''] of text.matchAll(/="([^"]*)"/g)) expect(value).not.toMatch(/[<>]/);
}

test.each<[what: string, found: BrowseOutcome]>([
  ['an error', { error: markup }],
  ['nothing but unknown sizes', { rows: [], total: 0, unknown: 2, isMore: false }],
  ['a page past the end', { rows: [], total: 4, unknown: 0, isMore: false }],
  ['rows', { rows: [row], total: 2, unknown: 1, isMore: true }],
])('results: %s', (_, found) => isHarmless(resultsHtml(question, found, view)));

test('the rows escape hostile text', () => isHarmless(modelTableHtml([row], markup, view)));

test('the quantisations escape hostile text', () =>
  isHarmless(quantsHtml({ ...row.hub, quants: { [markup]: 1 } }, undefined, markup) as Html));

test('the choices of filters escape hostile text', () => {
  const counts: [string, number][] = Array.from({ length: 9 }, (_, at) => [`${at}${markup}`, 1]);
  const facets = Object.fromEntries(FACET_GROUPS.map((group) => [group, counts])) as unknown as Facets;
  isHarmless(facetsHtml(facets, question));
});

function hostile(files: number): ModelPage {
  const name = (at: number): PageFile => ({ path: `${at}/${markup}-Q8_0.gguf`, size: at + 1, sha256: 'a'.repeat(64) });
  const source: PageSource = { token: 'srca', name: markup, host: markup };
  return {
    id: 'o/m',
    revision: 'f'.repeat(40),
    object: `blake3:${'0'.repeat(64)}`,
    listed: true,
    license: markup,
    task: markup,
    library: markup,
    tags: Array.from({ length: 12 }, (_, at) => `${at}${markup}`),
    createdAt: markup,
    files: Array.from({ length: files }, (_, at) => name(at)),
    sources: [source, { ...source, token: 'srcb', files: [name(0).path] }],
    facts: [{ label: 'Paper', value: markup }],
    formats: { gguf: 1, other: 2 },
    copy: { format: 'gguf', files: [name(0)], bytes: 1 },
  };
}

// Three files make a small table with every kind of row, 350 files a long table.
test.each([3, 350])('a page of %i files shows hostile facts as text', (files) => {
  const model = hostile(files);
  const baseUrl = view.baseUrl;
  const parts = [
    headerHtml(model),
    useHtml(model),
    getItHtml(model, baseUrl, '/script.js'),
    verificationHtml(model, baseUrl),
    sourcesHtml(model, baseUrl),
    filesHtml(model, baseUrl),
    machineHtml(model),
  ];
  isHarmless({ text: parts.map(({ text }) => text).join('') } as Html);
});

const plain = { hasSignIn: () => false, isIndexing: false };

test('an id that no model can have is shown as text', () => {
  for (const why of ['unknown', 'gated'] as const) {
    const { steps } = noModelWords({ id: `${markup}/${markup}`, why, origin: `https://a.example/${markup}` }, plain);
    expect(steps.map(({ text }) => text).join('')).not.toContain('<img');
  }
});
