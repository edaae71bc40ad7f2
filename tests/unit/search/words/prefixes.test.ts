import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPrefix, prefixesAbove, wordPrefixes } from '../../../../src/search/words/prefixes.ts';

const words = fc
  .uniqueArray(
    fc.array(fc.constantFrom('a', 'b', '𝐀', '𝐁'), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
    {
      maxLength: 80,
      size: 'max',
    },
  )
  .map((all) => all.sort());

test('for a prefix of too many words, the longest common prefix of these words is stored with all of them', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 6 }), (all, most) => {
      const prefixes = wordPrefixes(all, most);
      const known = new Map(prefixes.map(({ text, first, end }) => [text, all.slice(first, end)]));
      for (const word of all)
        for (let letters = 1; letters <= [...word].length; letters++) {
          const asked = [...word].slice(0, letters).join('');
          const with_ = all.filter((one) => one.startsWith(asked));
          if (with_.length <= most) continue;
          const text = commonPrefix(with_[0]!, with_.at(-1)!);
          expect(text.isWellFormed()).toBe(true);
          expect(known.get(text)).toEqual(with_);
        }
      for (const { text, first, end } of prefixes)
        expect(all.filter((one) => one.startsWith(text))).toHaveLength(end - first);
    }),
  );
});

test('each word and each stored prefix has a reference to the longest stored prefix that contains it', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 4 }), (all, most) => {
      const prefixes = wordPrefixes(all, most);
      const above = prefixesAbove(all.length, prefixes);
      const longest = (of: readonly { text: string }[]) =>
        of.reduce((best, one) => (one.text.length > best.length ? one.text : best), '');
      for (const [at, word] of all.entries())
        expect(prefixes[above[at]!]?.text ?? '').toBe(longest(prefixes.filter(({ text }) => word.startsWith(text))));
      for (const [at, { text: own }] of prefixes.entries()) {
        const holding = prefixes.filter(({ text }) => text !== own && own.startsWith(text));
        expect(prefixes[above[all.length + at]!]?.text ?? '').toBe(longest(holding));
      }
    }),
  );
});
