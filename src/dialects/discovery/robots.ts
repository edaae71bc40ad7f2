// Writes the rules for crawlers (RFC 9309). They may read everything except redirects and blobs, which lead to the
// bytes of files.
import type { Row } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';

/** The rows that crawlers should not request: redirects, and bytes that clients download. */
const LEFT_ALONE: readonly Row[] = [routes.resolve, routes.raw, routes.xetReadToken, routes.blob];
/** The start of every path that pins a source. */
const PINNED = '/via/';

/** Returns robots.txt: the paths that crawlers should not request, and the address of the sitemap. */
export function robots(baseUrl: string): string {
  const rules = [...new Set(LEFT_ALONE.map(crawlPattern)), PINNED].map((path) => `Disallow: ${path}`);
  const lines = ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${baseUrl}${routes.sitemap.pattern}`];
  return `${lines.join('\n')}\n`;
}

/**
 * Turns the pattern of a row into a pattern for crawlers: cuts off the last param and all that follows it, and replaces
 * every other param by `*`.
 */
function crawlPattern({ pattern }: Row): string {
  return pattern.slice(0, pattern.lastIndexOf('/{') + 1).replace(/\{\w+(\.\.\.)?\}/g, '*');
}
