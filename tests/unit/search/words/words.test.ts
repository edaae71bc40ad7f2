import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyTasksMeant, tasksMeant } from '../../../../src/search/words/task-words.ts';
import { wordsAsked, wordsOf, wordsOfName, wordsOfTag } from '../../../../src/search/words/words.ts';
import { plainNameWords, plainWords } from './reference.ts';

test.each([
  ['Stable-Diffusion_XL.base/1', ['stable', 'diffusion', 'xl', 'base', '1']],
  ['Qwen2.5-Coder-7B', ['qwen', '2', '5', 'coder', '7b']],
  ['Modèle ＡＢＣ', ['modele', 'abc']],
  ['🤗 -- ́', []],
  ['日本語モデル', ['日本語モテル']],
])('the text %j has the right words', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ['license:apache-2.0', ['apache']],
  ['base_model:quantized:Qwen/Qwen2.5-7B', ['qwen', 'qwen', '2', '5', '7b']],
  ['arxiv:1910.09700', []],
  ['8-bit', ['bit']],
])('the tag %s has the right words', (tag, words) => {
  expect(wordsOfTag(tag)).toEqual(words);
});

test.each([
  ['all-MiniLM-L6-v2', ['all', 'minilm', 'mini', 'lm', 'l6', 'v2']],
  ['vLLM-BERT-gpt2', ['vllm', 'llm', 'bert', 'gpt', '2']],
])('%s is found by the words that begin with a capital letter', (name, words) => {
  expect([...new Set(wordsOfName(name))].toSorted()).toEqual(words.toSorted());
});

test('words that people use for tasks mean these tasks, both alone and with other words', () => {
  const embedding = ['sentence-similarity', 'feature-extraction'];
  const speech = ['automatic-speech-recognition'];
  const of = (text: string) => [...tasksMeant(wordsOf(text))];
  expect(of('Embeddings')).toEqual([[0, embedding]]);
  expect(of('small embedding model')).toEqual([[1, embedding]]);
  expect(of('german speech-to-text')).toEqual([1, 2, 3].map((at) => [at, speech]));
  expect(of('chat')).toEqual([[0, ['text-generation']]]);
  expect(of('llama chat')).toEqual([]);
  expect(of('constructor')).toEqual([]);
  expect(of('text to image')).toEqual([0, 1, 2].map((at) => [at, ['text-to-image']]));
});

test('words count as a task alone only if they have no other meaning', () => {
  const of = (text: string) => onlyTasksMeant(wordsOf(text));
  expect(of('text to image')).toEqual(['text-to-image']);
  expect(of('Speech to Text')).toEqual(['automatic-speech-recognition']);
  expect(of('image generation')).toEqual(['text-to-image']);
  for (const text of ['embedding', 'small image generation', 'text', 'translation', 'constructor name'])
    expect(of(text)).toBeUndefined();
});

test.each([
  ['embedding license:cc-by-nc-4.0', ['embedding', 'cc', 'by', 'nc']],
  ['llama-3.1 qwen2.5', ['llama', '3', '1', 'qwen', '2', '5']],
])('for a licence that is typed in full, the version makes no difference: %s', (text, words) => {
  expect(wordsAsked(text)).toEqual(words);
});

test.each([
  ['embedding model', ['embedding']],
  ['the model', ['the', 'model']],
])('words that say nothing of a model count only alone: %s', (text, words) => {
  expect(wordsAsked(text)).toEqual(words);
});

test.each([
  ['MIT', ['mit', 'mit']],
  ['MIT license', ['mit', 'mit']],
  ['mit licence bert', ['mit', 'mit', 'bert']],
  ['apache-2.0 licensed embedding models', ['apache', 'apache', 'embedding']],
])('the name of a licence is whole, so it stands twice: %s', (text, words) => {
  expect(wordsAsked(text)).toEqual(words);
});

test('a name has exactly the words that the letter-by-letter method finds', () => {
  const pieces = fc.constantFrom('a', 'B', 'É', 'é', '7', '-', '/', 'Ll', 'ﬁ', 'ǅ', '日', '\u0301');
  const text = fc.array(pieces).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (any) => {
      expect(new Set(wordsOfName(any))).toEqual(new Set(plainNameWords(any)));
    }),
    {
      numRuns: 2000,
    },
  );
});

test('any text has exactly the words that the letter-by-letter method finds, and each word is its own only word', () => {
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
