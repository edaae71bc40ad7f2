// Writes a row's pattern as a path template of OpenAPI.
import { type RouteName, routes } from '../../table/routes.ts';

const patterns: ReadonlySet<string> = new Set((Object.keys(routes) as RouteName[]).map((name) => routes[name].pattern));

interface Pattern {
  pattern: string;
}

/**
 * True if the API description keeps the slash at the end of a pattern: if another row has the pattern without the
 * slash, or for `/v2/`, which registry clients request first (OCI distribution, "Determining support").
 */
export function keepsSlash({ pattern }: Pattern): boolean {
  return pattern === '/' || pattern === '/v2/' || patterns.has(pattern.slice(0, -1));
}

/**
 * Returns a pattern as a path template of OpenAPI, in which no parameter can contain slashes. Drops a trailing slash
 * that the hub ignores.
 */
export function templateOf(row: Pattern): string {
  const path = row.pattern.replaceAll('...}', '}');
  return path.endsWith('/') && !keepsSlash(row) ? path.slice(0, -1) : path;
}
