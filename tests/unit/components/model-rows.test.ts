// Tests the table of models: the texts in the cells of its columns.
import { expect, test } from 'vitest';
import { modelTableHtml } from '../../../src/components/browse/model-rows-html.ts';
import { readQuestion } from '../../../src/components/questions/browse-question.ts';
import type { HubFacts } from '../../../src/shapes/models.ts';

const view = {
  baseUrl: 'https://hub.example',
  modelPage: '/models/{owner}/{name}/',
  browse: '/models/',
  sourceNames: {},
};
const row = { id: 'o/m', modelId: 'o/m', sha: 'f'.repeat(40), private: false, gated: false, disabled: false } as const;

/** Makes the table with one model that has these facts. */
function tableOf(facts: Partial<HubFacts>): string {
  const hub = { manifest: `blake3:${'0'.repeat(64)}`, files: 1, ...facts };
  const question = readQuestion(new URLSearchParams());
  return modelTableHtml([{ ...row, hub }], 'Models', { ...view, question }).text;
}

test.each<[column: string, facts: Partial<HubFacts>, shown: string]>([
  ['Parameters', { parameters: 4_385_920 }, '4.39M'],
  ['One copy', { copy_bytes: 90_868_376, weight_bytes: 975_605_706 }, '90.9 MB of 976 MB'],
  ['One copy', { copy_bytes: 4_400_000, weight_bytes: 4_400_000 }, '4.4 MB'],
  // The cell leaves out the size of all weights if it looks the same as the size of the copy.
  ['One copy', { copy_bytes: 4_400_000, weight_bytes: 4_400_571 }, '4.4 MB'],
  // Rows from an older index do not have the size of a copy.
  ['One copy', { weight_bytes: 4_400_000 }, '4.4 MB'],
  ['One copy', { weight_bytes: 0 }, 'none'],
  ['One copy', {}, '–'],
])('the column %s for %j shows %s', (column, facts, shown) => {
  const [, cell = ''] = new RegExp(`data-label="${column}">(.*?)</td>`).exec(tableOf(facts))!;
  expect(cell.replaceAll(/<[^>]*>/g, '')).toBe(shown);
});
