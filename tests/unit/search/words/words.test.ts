import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf, wordsOfTag } from '../../../../src/search/words/words.ts';
import { plainWords } from './reference.ts';

test.each([
  ['stable diffusion', ['stable', 'diffusion']],
  ['Stable-Diffusion_XL.base/1', ['stable', 'diffusion', 'xl', 'base', '1']],
  ['Qwen2.5-Coder-7B', ['qwen', '2', '5', 'coder', '7b']],
  ['llama2', ['llama', '2']],
  ['whisper-large-v3', ['whisper', 'large', 'v3']],
  ['Modèle ＡＢＣ', ['modele', 'abc']],
  ['🤗 -- ́', []],
  ['日本語モデル', ['日本語モテル']],
  ['', []],
])('%s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ['license:apache-2.0', ['apache']],
  ['base_model:quantized:Qwen/Qwen2.5-7B', ['qwen', 'qwen', '2', '5', '7b']],
  ['base_model:acme/a:b', ['b']],
  ['arxiv:1910.09700', []],
  ['text-generation', ['text', 'generation']],
  ['8-bit', ['bit']],
])('of the tag %s', (tag, words) => {
  expect(wordsOfTag(tag)).toEqual(words);
});

test('any text has the words that a look at each letter finds, and each of them is itself', () => {
  const pieces = fc.constantFrom('a', 'B', 'é', '7', '٣', '-', '/', ' ', '🤗', '日', '\u0301', 'ß', '𝐀', '\ud800');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (any) => {
      const words = wordsOf(any);
      expect(words).toEqual(plainWords(any));
      for (const word of words) expect(wordsOf(word)).toEqual([word]);
    }),
    { numRuns: 2000 },
  );
});
