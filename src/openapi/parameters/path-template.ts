// Writes a row's pattern as a path of OpenAPI.
import type { RouteName } from '../../table/routes.ts';
import { routes } from '../../table/routes.ts';

/**
 * Paths that clients and links spell with their slash, although no other row answers without it: registry clients request
 * `/v2/` first (OCI distribution, "Determining support"), and a page of the documentation has its Markdown beside it.
 */
const SLASHED: ReadonlySet<string> = new Set(['/v2/', '/docs/{page}/']);

const patterns: ReadonlySet<string> = new Set((Object.keys(routes) as RouteName[]).map((name) => routes[name].pattern));

interface Pattern {
  pattern: string;
}

/** True if a path is described with the slash at its end: without it another row answers, or clients use it. */
export function keepsSlash({ pattern }: Pattern): boolean {
  return pattern === '/' || SLASHED.has(pattern) || patterns.has(pattern.slice(0, -1));
}

/**
 * Writes the pattern in OpenAPI's syntax, which has no parameters with slashes. Drops a slash at the end if it makes no
 * difference to the hub.
 */
export function templateOf(row: Pattern): string {
  const path = row.pattern.replaceAll('...}', '}');
  return path.endsWith('/') && !keepsSlash(row) ? path.slice(0, -1) : path;
}
