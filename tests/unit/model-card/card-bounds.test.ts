// Tests the limits on model cards: what each limit counts, its exact value, and that no usual card exceeds it.
import { expect, test } from 'vitest';
import { isLaidOut } from '../../../src/model-card/render-card.ts';

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n');

test.each<[string, string, string]>([
  ['characters', 'a '.repeat(65_536), 'a '.repeat(65_537)],
  ['quotes in a line', '>'.repeat(24), '>'.repeat(25)],
  ['quotes and lists of all lines', `${'>'.repeat(20)}\n`.repeat(1000), `${'>'.repeat(20)}\n`.repeat(1001)],
  ['underscores and characters of a block', 'a_'.repeat(9999), 'a_'.repeat(10_000)],
  ['addresses and characters of a block', 'www.a.b '.repeat(3535), 'www.a.b '.repeat(3536)],
  [
    'stars and characters of a block',
    `${'*'.repeat(50_000)}${'a'.repeat(29_999)}`,
    `${'*'.repeat(50_000)}${'a'.repeat(30_000)}`,
  ],
  [
    'elements that HTML opens again',
    `${'<b a>'.repeat(315)}${'<p>'.repeat(316)}`,
    `${'<b a>'.repeat(320)}${'<p>'.repeat(320)}`,
  ],
  ['all blocks together', `${'a_'.repeat(4000)}\n\n`.repeat(6), `${'a_'.repeat(4000)}\n\n`.repeat(7)],
])('the limit counts %s', (_, most, more) => {
  expect([isLaidOut(most), isLaidOut(more)]).toEqual([true, false]);
});

test.each<[string, string]>([
  [
    'a long table of links',
    `|model|file|\n|-|-|\n${rows(450, (at) => `|[some_model_${at}](https://hub.example/some/model_${at})|\`file_${at}.gguf\`|`)}`,
  ],
  ['a table of contents', rows(400, (at) => `${' '.repeat((at % 4) * 4)}- [Part ${at}](#part-${at})`)],
  ['a table of HTML', `<table>\n${rows(500, (at) => `<tr><td>model_${at}</td><td>a &amp; b</td></tr>`)}\n</table>`],
  [
    'bold words of HTML',
    `${rows(1000, (at) => `<b>${at}</b> and <i>so</i>`)}
${rows(20, (at) => `<font color="red">${at}</font>`)}`,
  ],
  [
    'long text',
    `${'Words of *somebody* who says much, and [links](https://a.example/b_c). '.repeat(25)}\n\n`.repeat(70),
  ],
])('lets %s through', (_, markdown) => {
  expect(isLaidOut(markdown)).toBe(true);
});
