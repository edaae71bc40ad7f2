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

test.each([
  'curl -fL -o "./$path" "https://my-hub.example/o/a-b/resolve/main/x.bin?a=b&c-d=e" &&\n  sha256sum -c',
  "cmp <(curl -fsSL 'https://a-b.example//x-y/') \\\n  && echo 'a-b/' /-/",
  '--=/?&-',
])('the text stays the same: %s', (text) => {
  expect(copied(commandText(text).text)).toBe(text);
});
