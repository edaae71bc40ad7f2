// Tests the first words on a model's page: what it does, its licence and its base model. They follow from
// facts, and are absent without them.
import { expect, test } from 'vitest';
import { baseModels } from '../../../src/model-page/base-models.ts';
import type { ModelPage } from '../../../src/model-page/model-page.ts';
import { pageLicence } from '../../../src/model-page/page-licence.ts';
import { whatItDoes } from '../../../src/model-page/what-it-is.ts';
import { barePage } from '../../fixtures/bare-page.ts';

const page = (facts: Partial<ModelPage> = {}) => barePage({ id: 'o/m', ...facts });

const file = (path: string) => ({ path, size: 1, sha256: 'a'.repeat(64) });

test.each([
  [
    { task: 'fill-mask', parameters: 110e6, formats: { pytorch: 1, safetensors: 2 } },
    'A model of 110M parameters by o that fills in words that are left out of a text.',
  ],
  [{ formats: { gguf: 5 }, header: { parameterCount: 7e9 } }, 'A model of 7B parameters by o, in GGUF.'],
  [{ task: 'never-heard-of' }, 'A model by o that is for never heard of.'],
] as [Partial<ModelPage>, string][])('the sentence for %j', (facts, sentence) => {
  expect(whatItDoes(page(facts))).toBe(sentence);
});

test('for the licence "other", the page links its text in the repository, or else where the card links', () => {
  const other = page({ license: 'other', files: [file('LICENSE.txt'), file('docs/LICENSE')] });
  expect(pageLicence(other).text).toEqual({
    href: `/o/m/resolve/${'f'.repeat(40)}/LICENSE.txt`,
    label: 'LICENSE.txt',
  });
  const card = { licence: 'our-own', licenceLink: 'https://a.example/terms' } as ModelPage['card'];
  expect(pageLicence(page({ license: 'other', card: card! }))).toEqual({
    id: 'our-own',
    text: { href: 'https://a.example/terms', label: 'a.example', isOutside: true },
  });
});

test('base models come from the tags and the card, each once, with the way in which it was used', () => {
  const tags = ['base_model:a/b', 'base_model:quantized:a/b', 'base_model:not an id', 'base_model:o/m', 'en'];
  const card = { baseModels: ['a/b', 'c/d', '../x'] } as ModelPage['card'];
  expect(baseModels(page({ tags, card: card! }))).toEqual([{ id: 'a/b', how: 'quantised' }, { id: 'c/d' }]);
});
