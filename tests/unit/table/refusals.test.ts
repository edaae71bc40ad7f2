// Tests the sentences of refusals: each is one short line of ASCII, because a header also contains it.
import { expect, test } from 'vitest';
import { refuse } from '../../../src/table/refusals.ts';

test('a sentence is one line of printable ASCII, whatever it quotes', () => {
  const { sentence } = refuse('EntryNotFound', { id: 'o/n', path: 'größe\r\nSet-Cookie: x\0日本' });
  expect(sentence).toMatch(/^[\x20-\x7e]+$/);
  expect(sentence).toContain('gr%C3%B6%C3%9Fe%0D%0ASet-Cookie: x%00%E6%97%A5%E6%9C%AC');
});

test('a sentence that quotes a very long text is cut in the middle, and keeps its advice', () => {
  const { sentence } = refuse('EntryNotFound', { id: 'o/n', path: 'x'.repeat(5000) });
  expect(sentence.length).toBeLessThanOrEqual(700);
  expect(sentence).toMatch(/^"o\/n" has no "xxx.* \.\.\. .*lists what it has\.$/);
});
