// Inserts the tables that a page of content/docs names, while the website reads its Markdown.
import type { satteri } from '@astrojs/markdown-satteri';
import { tableAt } from '../../docs/docs-tables.ts';

type MdastPlugin = NonNullable<NonNullable<Parameters<typeof satteri>[0]>['mdastPlugins']>[number];

/** A plug-in for Astro's Markdown renderer: replaces each paragraph that names a table by that table. */
export const docsTables: MdastPlugin = {
  name: 'docs-tables',
  paragraph(node, page) {
    const table = tableAt(page.textContent(node));
    return table === undefined ? undefined : { raw: table };
  },
};
