// Writes the sitemap: first the fixed pages, then the models. It is split into files as sitemaps.org demands.
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { sectionPage } from './briefs/sections.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/** The maximum number of addresses in one file. */
export const SITEMAP_LIMIT = 50_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Returns the absolute addresses of the pages that exist on every hub. */
export function sitePages({ baseUrl, docs, spaces }: Pick<DocumentFacts, 'baseUrl' | 'docs' | 'spaces'>): string[] {
  const { home, browse, verifyPage, registryPage, spacesPage, bucketsSection, reference, healthPage, archivePage } =
    routes;
  const rows = [home, browse, verifyPage, registryPage, spacesPage, bucketsSection, reference, healthPage, archivePage];
  // The buckets page exists with and without a trailing slash; its canonical address has the slash.
  const fixed = rows.map((row) => (row === bucketsSection ? `${href(row)}/` : href(row)));
  const pages = docs.map((page) => sectionPage(page).page);
  return [...fixed, ...pages, ...spaces.map(({ entry }) => entry)].map((path) => baseUrl + path);
}

/** Returns a function that writes the line for a model's id. Ids need no escapes, so one template fits all lines. */
export function modelLines(baseUrl: string): (id: string) => string {
  const [before = '', after = ''] = sitemapLine(
    baseUrl + href(routes.modelPage, { owner: 'owner', name: 'name' }),
  ).split('owner/name');
  return (id) => before + id + after;
}

/** Returns the line for an address. */
export function sitemapLine(address: string): string {
  return `<url><loc>${escapeXml(address)}</loc></url>\n`;
}

/** Returns a whole file with these lines. */
export function sitemapFile(lines: string): string {
  return `${HEAD}<urlset ${XMLNS}>\n${lines}</urlset>\n`;
}

/** Returns the index of a sitemap that is too long for one file. It names the files of the sitemap. */
export function sitemapIndex(baseUrl: string, parts: number, snapshot: string): string {
  const lines = Array.from({ length: parts }, (_, i) => {
    const address = baseUrl + href(routes.sitemapPart, { part: String(i + 1) });
    return `<sitemap><loc>${escapeXml(address)}</loc><lastmod>${snapshot}</lastmod></sitemap>\n`;
  });
  return `${HEAD}<sitemapindex ${XMLNS}>\n${lines.join('')}</sitemapindex>\n`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
