/** Tests which characters of other people's text are printed to a terminal. */
import { expect, test } from 'vitest';
import { shownJson, shownLine, shownLines, shownText } from '../../../src/basics/shown-text.ts';

const FORGED = 'zz\nPROVED: all is well\u001b[2K\r\t\u0085\u009b1A\u2028\u2029\u202eevil\u2066';

test('a text for one line gets no line break, and its control characters become visible', () => {
  expect(shownLine(FORGED)).toBe(
    'zz\\nPROVED: all is well\\u{1b}[2K\\r\\t\\u{85}\\u{9b}1A\\u{2028}\\u{2029}\\u{202e}evil\\u{2066}',
  );
  expect(shownLine('models/ö — 文字.bin')).toBe('models/ö — 文字.bin');
  expect(shownLines(['a', 'b\nc'])).toBe('a\nb\\nc\n');
});

test('a text of several lines keeps its lines', () => expect(shownText('a\n\tb\u001b[2K')).toBe('a\n\tb?[2K'));

test('JSON without control characters has the same value', () => {
  for (const indent of [undefined, 2]) {
    const shown = shownJson({ [FORGED]: [FORGED] }, indent);
    expect(JSON.parse(shown)).toEqual({ [FORGED]: [FORGED] });
    expect(shown.replaceAll('\n', '')).toMatch(/^[ -~]+$/);
  }
});
