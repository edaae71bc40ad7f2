// Tests the template tag `html`: its values are text, its templates are markup, and text never counts as markup.
import { expect, test } from 'vitest';
import { type Html, html } from '../../../src/basics/html.ts';

test('text is escaped for elements and for attributes in either kind of quotes', () => {
  const text = `<b>&amp;"'`;
  expect(html`<p title="${text}" lang='${text}'>${text}</p>`.text).toBe(
    `<p title="&lt;b&gt;&amp;amp;&quot;&#39;" lang='&lt;b&gt;&amp;amp;&quot;&#39;'>&lt;b&gt;&amp;amp;&quot;&#39;</p>`,
  );
});

test('markup stays as it is, without a second escape; lists become their items', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(html`${inner}${[inner, inner]}`.text).toBe('<b>&lt;</b>'.repeat(3));
  expect(html`${['<', 1, [inner]]}${[]}`.text).toBe('&lt;1<b>&lt;</b>');
  expect(html`${0}${-1.5}${''}`.text).toBe('0-1.5');
});

test('an object that looks like markup is escaped', () => {
  const forged = { text: '<b>' };
  // @ts-expect-error: only the tag makes markup.
  const taken: Html = forged;
  expect(() => html`${taken}`).toThrow(TypeError);
  // @ts-expect-error: text is not markup either.
  const text: Html = '<b>';
  expect(html`${text}`.text).toBe('&lt;b&gt;');
});

test('markup in a plain template throws an error', () => {
  expect(() => `${html`<b>`}`).toThrow('not tagged');
});
