// Tests a model card on a page: its allowed markup, its links, and that no card does harm or takes very long to
// render.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_PATH, formatObject } from '../../../src/catalog/catalog-object.ts';
import { cardFactsHtml } from '../../../src/components/model/card-facts-html.ts';
import { renderCard } from '../../../src/model-card/render-card.ts';
import type { ModelPage, PageCard } from '../../../src/model-page/model-page.ts';
import type { Address } from '../../../src/nouns/address.ts';
import { CARD_FORMAT } from '../../../src/shapes/formats.ts';
import { hostileCards } from './hostile-cards.ts';

const object: Address = `blake3:${'0'.repeat(64)}`;
const revision = 'a'.repeat(40);
const home = 'https://origin.example/a/one';
const files = ['README.md', 'config.json', 'onnx/model.onnx', 'sub dir/ä.txt'];

/** Renders a card, without the line feeds between its elements. */
function render(text: string): PageCard {
  const card = { format: CARD_FORMAT, id: 'a/one', path: CARD_PATH, sha256: '', license: 'mit', text } as const;
  const page = renderCard({ object, text: formatObject(card), place: { home, revision, files } });
  return { ...page, html: page.html.replace(/(?<=>)\s*\n\s*(?=\S)|(?<=\S)\n(?=<)/g, '') };
}

/** The elements and attributes that the markup of a card may have. */
const ALLOWED: Record<string, string[]> = {
  a: ['href', 'rel', 'id', 'aria-label'],
  ...Object.fromEntries(['h3', 'h4', 'h5', 'h6'].map((name) => [name, ['id']])),
  p: [],
  em: [],
  strong: [],
  del: [],
  code: [],
  br: [],
  hr: [],
  ul: [],
  blockquote: [],
  sup: [],
  sub: [],
  ol: ['start'],
  li: ['id'],
  pre: ['tabindex'],
  details: [],
  summary: [],
  div: ['class', 'role', 'aria-label', 'tabindex'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
};

/** Matches an address that a link may have. It must not contain a login or a password. */
const OUTSIDE = /^(?:https?:\/\/[^/@\s]+(?:[/?#][^\s]*)?|mailto:[^\s]+)$/;

interface Found {
  name: string;
  attributes: Record<string, string>;
}

const TAG = /<(?:\/[a-z][a-z\d]*|([a-z][a-z\d]*)((?: [a-z-]+="[^"<>]*")*))>/g;

/**
 * Lists every element in the markup. Only text that every browser reads as a tag counts as one. Fails if other text
 * has `<` or `>`.
 */
function elements(markup: string): Found[] {
  expect(markup.replace(TAG, '')).not.toMatch(/[<>]/);
  return [...markup.matchAll(TAG)].flatMap(([, name, written = '']) => {
    if (name === undefined) return [];
    const attributes = [...written.matchAll(/ ([a-z-]+)="([^"]*)"/g)];
    return [{ name, attributes: Object.fromEntries(attributes.map(([, key, value]) => [key, value])) }];
  });
}

function expectHarmless(markup: string): void {
  const ids = new Set<string>();
  const wrong = elements(markup).flatMap(({ name, attributes }) => {
    const { href, rel, id } = attributes;
    const isKnown = Object.keys(attributes).every((attribute) => ALLOWED[name]?.includes(attribute));
    const isOurs = id === undefined || (id.startsWith('in-card-') && !ids.has(id));
    const leads =
      href === undefined || href.startsWith('#in-card-') || (OUTSIDE.test(href) && rel === 'nofollow noopener ugc');
    if (id !== undefined) ids.add(id);
    return name in ALLOWED && isKnown && isOurs && leads ? [] : [{ name, attributes }];
  });
  expect(wrong).toEqual([]);
  // No remaining character reverses text or controls a terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
  expect(markup).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(markup).not.toContain('<!--');
}

/** Pieces of Markdown and HTML from which tests put cards together, and ordinary text. */
const PIECES = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
    '1. ',
    '|',
    '\n|-|-|\n',
  ],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '#',
    '===',
    '---\n',
    '&lt;',
    '&#60;',
    '&quot;',
    '[^a]',
    '[^a]: ',
    '[a]: ',
    ': ',
    'a',
    'b c',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</p>',
    '<!--',
    '-->',
    '<![CDATA[',
    '<img src=x',
    ' onerror=',
    'style=',
    '<a href="',
  ],
  ...[
    'javascript:',
    'data:',
    'https://e.example/',
    '//e.example',
    'www.e.example',
    'a@e.example',
    'README.md',
    '../',
    '#a',
  ],
  ...['\u202e', '\u0000', '\ud800', '\ufeff', '\t', '\r'],
];

describe('a malicious card', () => {
  test.each(Object.entries(hostileCards))('with %s is harmless', (_, text) => {
    const card = render(text);
    expectHarmless(card.html);
    expect(card.html.length).toBeLessThan(2 * 1024 * 1024);
    const page = { license: 'mit', revision, card, files: [] } as Partial<ModelPage> as ModelPage;
    const facts = cardFactsHtml(page, card).text;
    expect(facts).not.toMatch(/<(?!\/?(p|a|code|dl|div|dt|dd)\b)/);
    const names = elements(facts).flatMap(({ attributes }) => Object.keys(attributes));
    expect(names.filter((name) => !['href', 'rel', 'class'].includes(name))).toEqual([]);
    expect(facts).not.toContain('javascript:');
  });

  test('is harmless whatever pieces it has', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
        expectHarmless(render(pieces.join('')).html);
      }),
      { numRuns: 500 },
    );
  });

  test('adds no property to every object, and there are more than sixty kinds', () => {
    expect(Object.keys(hostileCards).length).toBeGreaterThan(60);
    for (const text of Object.values(hostileCards).filter((one) => one.startsWith('---'))) render(text);
    expect({}).not.toHaveProperty('polluted');
  });

  test.each([
    'quotes in quotes',
    'quotes in many lines',
    'emphasis without an end',
    'names of footnotes without an end',
    'underscores within a word',
    'folds in folds',
    'more lines than a card has',
    'more text than is laid out',
  ])('with %s is shown as its source text', (name) => {
    expect(render(hostileCards[name]!).html).toMatch(/^<pre tabindex="0"><code>/);
  });
});

describe('a card without bad intent', () => {
  test('keeps its structure: headings below those of the page, tables, lists, code, footnotes', () => {
    const { html } = render(
      '# One\n\n### Three\n\nA *b* **c** ~~d~~ `e`  \nf[^1].\n\n- [x] done\n- [ ] open\n\n3. three\n4. ' +
        'four\n\n> quote\n\n---\n\n```js\nlet a;\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n[^1]: Note.\n',
    );
    expectHarmless(html);
    for (const part of [
      '<h3 id="in-card-one">One</h3><h4 id="in-card-three">Three</h4>',
      '<p>A <em>b</em> <strong>c</strong> <del>d</del> <code>e</code><br>f<sup><a id="in-card-fnref-1"></a><a href="#in-card-fn-1">1</a></sup>.</p>',
      '<ul><li>☑ done</li><li>☐ open</li></ul>',
      '<ol start="3"><li>three</li><li>four</li></ol>',
      '<blockquote><p>quote</p></blockquote><hr><pre tabindex="0"><code>let a;</code></pre>',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      '<ol start="1"><li id="in-card-fn-1"><p>Note. <a href="#in-card-fnref-1" aria-label="Back to the text">↩</a></p></li></ol>',
    ])
      expect(html).toContain(part);
  });

  test.each([
    ['[a](config.json)', `href="${home}/blob/${revision}/config.json"`],
    ['[a](<sub dir/ä.txt>)', `href="${home}/blob/${revision}/sub%20dir/%C3%A4.txt"`],
    ['[a](https://other.example/x?y=1&z)', 'href="https://other.example/x?y=1&amp;z" rel="nofollow noopener ugc"'],
    ['[a](#Some-Part)', 'href="#in-card-some-part"'],
    [
      '![a cat](https://other.example/cat.png)',
      '<a href="https://other.example/cat.png" rel="nofollow noopener ugc">a cat</a>',
    ],
    [
      '[![build](https://b.example/x.svg)](https://b.example/)',
      '<a href="https://b.example/" rel="nofollow noopener ugc">build</a>',
    ],
  ])('is shown right: %s', (text, expected) => {
    expect(render(text).html).toContain(expected);
  });

  test.each(['[a](missing.txt)', '[a]()', '[a](ftp://x.example/)'])(
    'with %s shows only the words of the link',
    (text) => {
      expect(render(text).html).toBe('<p>a</p>');
    },
  );

  test('with HTML keeps tables, headings, links and anchors', () => {
    expect(render('<h2 align="center">A</h2>\n<table border=1><tr><td>b</td></tr></table>').html).toMatch(
      /^<h3 id="in-card-a">A<\/h3><div .*><table><tbody><tr><td>b<\/td><\/tr><\/tbody><\/table><\/div>$/,
    );
    expect(render('[a](#b)\n\n<a id="B" href="https://c.example/">c</a>').html).toBe(
      '<p><a href="#in-card-b">a</a></p><p><a id="in-card-b"></a><a href="https://c.example/" rel="nofollow noopener ugc">c</a></p>',
    );
  });

  test('keeps folded sections with their titles', () => {
    expect(render('- a\n<details>\n<summary>More <b>of</b> it</summary>\n\n- b\n\nc\n\n</details>\n\nd').html).toBe(
      '<ul><li>a</li></ul><details><summary>More of it</summary><ul><li>b</li></ul><p>c</p></details><p>d</p>',
    );
    expect(render('<details>a<details><summary>b</summary>c</details></details>\n\nd').html).toBe(
      '<details>a<details><summary>b</summary>c</details></details><p>d</p>',
    );
    // An element without an end tag ends where its card, list item or quote ends.
    expect(render('- <details>\n\n  a\n\nb').html).toBe('<ul><li><details><p>a</p></details></li></ul><p>b</p>');
  });

  test.each([
    ['$$a_1 * b_2 * c$$', '<pre tabindex="0"><code>a_1 * b_2 * c</code></pre>'],
    ['Here is\n$$\na_1\n\\\\ b\n$$\ntext', '<p>Here is</p><pre tabindex="0"><code>a_1\n\\\\ b</code></pre><p>text</p>'],
    [
      'for $x_1$ and $\\alpha$, or \\\\(y_1\\\\)',
      '<p>for <code>x_1</code> and <code>\\alpha</code>, or <code>y_1</code></p>',
    ],
    ['for \\(x\\) and \\(a_1 * b_2\\)', '<p>for <code>x</code> and <code>a_1 * b_2</code></p>'],
    ['\\(see below\\) `\\(x\\)`', '<p>(see below) <code>\\(x\\)</code></p>'],
    ['\\$a_1\\$ `$a_1$` $' + '{a_1}/$' + '{b}', '<p>$a_1$ <code>$a_1$</code> $' + '{a_1}/$' + '{b}</p>'],
    [
      '```\n$a_1$\n```\n\n    $a_1$',
      '<pre tabindex="0"><code>$a_1$</code></pre><pre tabindex="0"><code>$a_1$</code></pre>',
    ],
  ])('shows a formula as code: %j', (text, expected) => {
    expect(render(text).html).toBe(expected);
  });

  test.each([
    ['![a](config.json)', `<p><a href="${home}/blob/${revision}/config.json" rel="nofollow noopener ugc">a</a></p>`],
    ['![a](missing.png)', '<p>a (a picture that the model doesn’t hold)</p>'],
    [
      '<img src="https://other.example/a.png" alt="a &amp; b">',
      '<a href="https://other.example/a.png" rel="nofollow noopener ugc">a &amp; b</a>',
    ],
  ])('shows a picture as a link, or says that it is missing: %s', (text, expected) => {
    expect(render(text).html).toBe(expected);
  });

  test('shows the values of its front matter', () => {
    const head =
      '---\r\nlicense: other\r\nlicense_name: tiny-licence\r\nlicense_link: LICENSE\r\nlanguage:\r\n- ' +
      'en\r\n- no\r\nbase_model: acme/base\r\nmodel-index:\r\n- name: x\r\ndatasets: [a, b]\r\n---\r\n';
    expect(render(`${head}# x\r\n`)).toMatchObject({
      licence: 'tiny-licence',
      languages: ['en', 'no'],
      baseModels: ['acme/base'],
      datasets: ['a', 'b'],
      html: '<h3 id="in-card-x">x</h3>',
      home: `${home}/blob/${revision}/README.md`,
    });
    expect(render('---\nlicense_link: config.json\n---\n')).toMatchObject({
      licenceLink: `${home}/blob/${revision}/config.json`,
    });
    expect(render('no front matter\n---\nlicense: mit\n---\n')).not.toHaveProperty('licence');
  });
});
