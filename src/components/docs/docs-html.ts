// Completes a page of content/docs: inserts tables and pictures, and makes links lead to this site, and headings linkable.
import type { satteri } from '@astrojs/markdown-satteri';
import GithubSlugger from 'github-slugger';
import { html } from '../../basics/html.ts';
import { tableAt } from '../../docs/docs-tables.ts';
import { EXAMPLE_BASE, pageLink } from '../../site/docs-page.ts';
import { hitHref } from './docs-hit.ts';

type Options = NonNullable<Parameters<typeof satteri>[0]>;
type HastPlugin = NonNullable<Options['hastPlugins']>[number];

/** A plug-in for Astro's Markdown renderer: replaces each paragraph that names a table by that table. */
export const docsTables: NonNullable<Options['mdastPlugins']>[number] = {
  name: 'docs-tables',
  paragraph(node, page) {
    const table = tableAt(page.textContent(node));
    return table === undefined ? undefined : { raw: table };
  },
};

/** The button that copies a block of code. Its hidden words tell screen readers what the button copies. */
const COPY = html`<button type="button" class="copy">Copy<span class="out-of-sight"> the code</span></button>`.text;

/**
 * A plug-in for Astro's Markdown renderer. Each page gets its own instance, since ids of headings are unique within a
 * page. `read` returns the picture at a path from content/docs.
 */
export const docsHtml =
  (read: (path: string) => string): HastPlugin =>
  () => {
    const slugger = new GithubSlugger();
    return {
      name: 'docs-html',
      element: [
        {
          filter: ['a'],
          visit(link, page) {
            page.setProperty(link, 'href', siteLink(String(link.properties.href ?? '')));
          },
        },
        {
          // In a narrow window only the table scrolls, not the page; `tabIndex` lets the keyboard scroll it.
          filter: ['table'],
          visit(table, page) {
            const properties = { className: ['scroller'], role: 'group', ariaLabel: 'Table', tabIndex: 0 };
            page.wrapNode(table, { type: 'element', tagName: 'div', properties, children: [] });
          },
        },
        {
          // Each block of code gets a copy button, which the script copying.ts makes work.
          filter: ['pre'],
          visit(code, page) {
            page.setProperty(code, 'className', ['block', ...[code.properties.className ?? []].flat().map(String)]);
            page.prependChild(code, { type: 'raw', value: COPY });
          },
        },
        {
          // A picture in the page itself has the colours of the theme.
          filter: ['img'],
          visit({ properties: { src, alt } }) {
            const drawing = read(String(src)).replaceAll(/\n\s*/g, ' ');
            return {
              type: 'raw',
              value: drawing.replace('<svg ', html`<svg role="img" aria-label="${String(alt)}" `.text),
            };
          },
        },
        {
          filter: ['h1', 'h2', 'h3', 'h4'],
          visit(heading, page) {
            const id = slugger.slug(page.textContent(heading));
            const properties = { ...heading.properties, id };
            if (heading.tagName === 'h1') return { ...heading, properties };
            const link = { type: 'element', tagName: 'a', properties: { href: `#${id}` }, children: heading.children };
            return { ...heading, properties, children: [link as (typeof heading.children)[number]] };
          },
        },
      ],
    };
  };

/** Gives the target on this site for a link in content/docs: a page, a path of this hub, or the link unchanged. */
function siteLink(url: string): string {
  const page = pageLink(url);
  if (page) return hitHref({ slug: page.slug, anchor: page.anchor.slice(1) });
  return url.startsWith(`${EXAMPLE_BASE}/`) ? url.slice(EXAMPLE_BASE.length) : url;
}
