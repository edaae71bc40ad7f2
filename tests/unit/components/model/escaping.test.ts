// Tests that no fact of a model becomes markup on its page.
import { expect, test } from 'vitest';
import { filesHtml } from '../../../../src/components/model/files-html.ts';
import { getItHtml } from '../../../../src/components/model/get/choices-html.ts';
import { headerHtml, pillsHtml, useHtml } from '../../../../src/components/model/header-html.ts';
import { noModelWords } from '../../../../src/components/model/no-model-html.ts';
import { machineHtml, sourcesHtml, verificationHtml } from '../../../../src/components/model/panels-html.ts';
import type { ModelPage, PageFile, PageSource } from '../../../../src/model-page/model-page.ts';

const markup = `'"><img src=x onerror=y>&amp;`;
const baseUrl = 'https://hub.example';

function hostile(files: number): ModelPage {
  const name = (at: number): PageFile => ({ path: `${at}/${markup}-Q8_0.gguf`, size: at + 1, sha256: 'a'.repeat(64) });
  const source: PageSource = { token: 'srca', name: markup, host: markup };
  return {
    ...{ id: 'o/m', revision: 'f'.repeat(40), object: `blake3:${'0'.repeat(64)}`, listed: true, license: markup },
    ...{ task: markup, library: markup, tags: Array.from({ length: 12 }, (_, at) => `${at}${markup}`) },
    ...{ createdAt: markup, files: Array.from({ length: files }, (_, at) => name(at)) },
    sources: [source, { ...source, token: 'srcb', files: [name(0).path] }],
    quants: [{ tag: markup, path: name(0).path, size: 1 }],
    facts: [{ label: 'Paper', value: markup }],
    formats: { gguf: 1, other: 2 },
    copy: { format: 'gguf', paths: [name(0).path], bytes: 1 },
  };
}

// Three files make a small table with every kind of row, 350 files a long table.
test.each([3, 350])('a page of %i files shows hostile facts as text', (files) => {
  const model = hostile(files);
  const page = [
    headerHtml(model),
    useHtml(model),
    pillsHtml(model),
    getItHtml(model, baseUrl, '/script.js'),
    verificationHtml(model, baseUrl),
    sourcesHtml(model, baseUrl),
    filesHtml(model, baseUrl, { order: 'path', via: undefined }),
    filesHtml(model, baseUrl, { order: 'size', via: 'srca' }),
    machineHtml(model),
  ]
    .map(({ text }) => text)
    .join('');
  expect(page.split('<img').length, 'parts around an image').toBe(1);
  expect(page.includes('&#39;&quot;&gt;&lt;img src=x onerror=y&gt;&amp;amp;')).toBe(true);
  // The text between two quotes must not contain a bracket, which would show that it ended the attribute.
  for (const [, value = ''] of page.matchAll(/="([^"]*)"/g)) expect(value).not.toMatch(/[<>]/);
});

test('an id that no model can have is shown as text', () => {
  for (const why of ['unknown', 'gated'] as const) {
    const { steps } = noModelWords({ id: `${markup}/${markup}`, why, origin: `https://a.example/${markup}` });
    expect(steps.map(({ text }) => text).join('')).not.toContain('<img');
  }
});

test('a gated model links to its origin if the address is known', () => {
  const gated = { id: 'o/m', why: 'gated' } as const;
  expect(noModelWords({ ...gated, origin: 'https://a.example/o/m' }).steps[0]!.text).toBe(
    'Ask for access at <a href="https://a.example/o/m">a.example/o/m</a>, and download it there with your own account',
  );
  expect(noModelWords(gated).steps[0]!.text).toMatch(/^Ask for access at its origin, /);
});
