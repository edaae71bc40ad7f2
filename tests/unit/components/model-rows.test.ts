/** Tests the sizes in a table of models: one copy's, and the repository's. */
import { expect, test } from 'vitest';
import { modelTableHtml } from '../../../src/components/browse/model-rows-html.ts';
import type { HubFacts } from '../../../src/shapes/models.ts';

const view = {
  baseUrl: 'https://hub.example',
  modelPage: '/models/{owner}/{name}/',
  browse: '/models/',
  sourceNames: {},
};

function sizeOf(sizes: Partial<HubFacts>): string {
  const hub = { manifest: `blake3:${'0'.repeat(64)}`, files: 1, ...sizes };
  const row = { id: 'o/m', modelId: 'o/m', sha: 'f'.repeat(40), hub };
  const { text } = modelTableHtml([{ ...row, private: false, gated: false, disabled: false }], 'Models', view);
  const cell = /data-label="One copy">(.*?)<\/td>/.exec(text)![1]!;
  return cell.replaceAll(/<[^>]*>/g, '');
}

test.each<[sizes: Partial<HubFacts>, shown: string]>([
  [{ copy_bytes: 90_868_376, weight_bytes: 975_605_706 }, '90.9 MB of 976 MB'],
  [{ copy_bytes: 4_400_000, weight_bytes: 4_400_000 }, '4.4 MB'],
  // The row leaves out a difference that people can't see.
  [{ copy_bytes: 4_400_000, weight_bytes: 4_400_571 }, '4.4 MB'],
  // A row from a time when the index did not know the size of a copy.
  [{ weight_bytes: 4_400_000 }, '4.4 MB'],
  [{ weight_bytes: 0 }, 'none'],
  [{}, '–'],
])('%j', (sizes, shown) => expect(sizeOf(sizes)).toBe(shown));

test('every cell of a row is below the head of its column', () => {
  const hub = { manifest: `blake3:${'0'.repeat(64)}`, files: 1 };
  const row = { id: 'o/m', modelId: 'o/m', sha: 'f'.repeat(40), hub };
  const { text } = modelTableHtml([{ ...row, private: false, gated: false, disabled: false }], 'Models', view);
  const heads = [...text.matchAll(/<th scope="col"[^>]*>(?:<[^>]*>)?([^<]*)/g)].map(([, name]) => name);
  const cells = [...text.matchAll(/<th scope="row" class="model"|<td(?: class="\w+")?(?: data-label="([^"]*)")?>/g)];
  expect(cells.map(([, name]) => name)).toEqual([undefined, ...heads.slice(1, -1), undefined]);
});
