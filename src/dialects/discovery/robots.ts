// The crawling policy (RFC 9309). Crawlers may read everything except redirects and blobs, since those lead to the
// bytes of files.
import type { Row } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** Rows that crawlers should not request: redirects, and bytes that clients download. */
const LEFT_ALONE: readonly Row[] = [routes.resolve, routes.raw, routes.xetReadToken, routes.blob];
/** The start of a path that pins a source. */
const PINNED = '/via/';

/** Writes robots.txt: the paths that crawlers should leave alone, and the address of the sitemap. */
export function robots(baseUrl: string): string {
  const rules = [...new Set(LEFT_ALONE.map(crawlPattern)), PINNED].map((path) => `Disallow: ${path}`);
  const lines = ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${baseUrl}${routes.sitemap.pattern}`];
  return `${lines.join('\n')}\n`;
}

/**
 * Turns a row's pattern into one for crawlers: a wildcard for each param, the end after the last fixed part is cut off.
 */
function crawlPattern({ pattern }: Row): string {
  return pattern.slice(0, pattern.lastIndexOf('/{') + 1).replace(/\{\w+(\.\.\.)?\}/g, '*');
}
