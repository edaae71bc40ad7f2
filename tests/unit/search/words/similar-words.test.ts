import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editsOf, FORGIVEN, similarWords } from '../../../../src/search/words/similar-words.ts';
import { editDistance } from './reference.ts';

const encoder = new TextEncoder();

test('in any sorted list of words, exactly those within the allowed number of edits of the wanted word are found', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((letters) => `s${letters.join('')}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 200, size: 'max' }),
      word,
      fc.constantFrom(1, 2),
      (words, wanted, edits) => {
        const sorted = words.sort();
        const bytes = sorted.map((one) => encoder.encode(one));
        const lengthOf = (at: number) => bytes[at]!.length;
        const list = { first: 0, end: sorted.length, lengthOf, bytesOf: (at: number) => bytes[at]! };
        const found = similarWords(list, encoder.encode(wanted), edits).map((at) => sorted[at]);
        expect(found).toEqual(sorted.filter((one) => editDistance(one, wanted) <= edits));
      },
    ),
    { numRuns: 400 },
  );
});

test('numbers, short words and long queries allow no edits', () => {
  const [one, two] = FORGIVEN;
  expect(editsOf(['7b', 'qwn', 'coder'], one)).toEqual([0, 0, 1]);
  expect(editsOf(['7b', '12345678', 'gpt'], one)).toBeUndefined();
  expect(editsOf(['coder', 'difusion'], two)).toEqual([1, 2]);
  expect(editsOf(['coder'], two)).toBeUndefined();
  expect(editsOf(['a'.repeat(33)], one)).toBeUndefined();
  expect(
    editsOf(
      Array.from({ length: 7 }, () => 'coder'),
      one,
    ),
  ).toBeUndefined();
});
