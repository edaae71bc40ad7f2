// Writes a row's pattern as a path template of OpenAPI.
import { type RouteName, routes } from '../../table/routes.ts';

/**
 * The patterns that keep their trailing slash although no other row has the pattern without the slash. Registry clients
 * request `/v2/` first (OCI distribution, "Determining support"). The links to pages of the documentation have the
 * slash, since the Markdown of a page lies beside the page.
 */
const SLASHED: ReadonlySet<string> = new Set(['/v2/', '/docs/{page}/']);

const patterns: ReadonlySet<string> = new Set((Object.keys(routes) as RouteName[]).map((name) => routes[name].pattern));

interface Pattern {
  pattern: string;
}

/**
 * True if the API description keeps the slash at the end of a pattern: if another row has the pattern without the
 * slash, or if clients request the slash.
 */
export function keepsSlash({ pattern }: Pattern): boolean {
  return pattern === '/' || SLASHED.has(pattern) || patterns.has(pattern.slice(0, -1));
}

/**
 * Returns a pattern as a path template of OpenAPI, in which no parameter can contain slashes. Drops a trailing slash
 * that the hub ignores.
 */
export function templateOf(row: Pattern): string {
  const path = row.pattern.replaceAll('...}', '}');
  return path.endsWith('/') && !keepsSlash(row) ? path.slice(0, -1) : path;
}
