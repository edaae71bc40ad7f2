// Tests where a shown command may wrap, and that its copied text stays the same.
import { expect, test } from 'vitest';
import { commandText } from '../../../../src/components/copying/command-html.ts';

/** Returns the text that a browser copies from the markup. */
const copied = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const unit = (text: string) => `<span class="unit">${text}</span>`;

test('a word with hyphens stays whole where it fits', () => {
  expect(commandText('hf download my-model --local-dir x').text).toBe(
    `hf download ${unit('my-model')} ${unit('--local-dir')} x`,
  );
});

test('an address wraps after a slash, and at a hyphen only if that is not enough', () => {
  expect(commandText('curl https://my-hub.example/some-owner/a-long-name/raw').text).toBe(
    `curl ${unit('https://my-hub.example/')}<wbr>${unit('some-owner/')}<wbr>${unit('a-long-name/')}<wbr>raw`,
  );
  expect(commandText('cat a/b.c').text).toBe(`cat ${unit('a/<wbr>b.c')}`);
  expect(commandText('--include=BF16/m-*').text).toBe(unit(`${unit('--include=')}<wbr>BF16/<wbr>${unit('m-*')}`));
});

test.each([
  'curl -fL -o "./$path" "https://my-hub.example/o/a-b/resolve/main/x.bin?a=b&c-d=e" &&\n  sha256sum -c',
  "cmp <(curl -fsSL 'https://a-b.example//x-y/') \\\n  && echo 'a-b/' /-/",
  '--=/?&-',
])('the text stays the same: %s', (text) => {
  expect(copied(commandText(text).text)).toBe(text);
});
