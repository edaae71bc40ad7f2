// Answers the old addresses of the documentation in an export: by rules for hosts that read rules, and by small pages
// for all other hosts.
import { html } from '../../../src/basics/html.ts';
import { movedPages, movedTo } from '../../../src/docs/moved-pages.ts';
import type { RedirectRule } from '../../../src/static/host-rules.ts';
import { fileOf, href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { ExportedFile } from './export-pages.ts';

/** Redirect rules for each old page, with and without the slash, and for its Markdown twin. */
export const movedRules: readonly RedirectRule[] = movedPages.flatMap((slug) => {
  const { page, twin } = movedTo(slug)!;
  const from = href(routes.docsPage, { page: slug });
  return [
    { from: from.slice(0, -1), to: page, status: 301 },
    { from, to: page, status: 301 },
    { from: href(routes.docsTwin, { page: slug }), to: twin, status: 301 },
  ];
});

/** Makes a page for each old address. The page sends a browser on to the new address. */
export const movedDocs = (): ExportedFile[] =>
  movedPages.map((slug) => ({
    path: fileOf(routes.docsPage, { page: slug }),
    bytes: Buffer.from(sendingTo(movedTo(slug)!.page)),
  }));

function sendingTo(page: string): string {
  const refresh = `0; url=${page}`;
  const { text } = html`<html lang="en"><head><meta charset="utf-8"><title>This page has moved</title>
    <link rel="canonical" href="${page}"><meta http-equiv="refresh" content="${refresh}"></head>
    <body><p>This page is now at <a href="${page}">${page}</a>.</p></body></html>`;
  return `<!doctype html>${text}`;
}
