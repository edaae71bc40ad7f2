// A row's pattern as a path of OpenAPI.
import type { RouteName } from '../../table/routes.ts';
import { routes } from '../../table/routes.ts';

/**
 * Paths that clients and links spell with their slash, though nothing else answers without it: registry clients ask
 * `/v2/` first (OCI distribution, "Determining support"), and a page of the documentation stands beside its twin.
 */
const SLASHED: ReadonlySet<string> = new Set(['/v2/', '/docs/{page}/']);

const patterns: ReadonlySet<string> = new Set((Object.keys(routes) as RouteName[]).map((name) => routes[name].pattern));

interface Pattern {
  pattern: string;
}

/** True when a path is described with the slash at its end: without it another row answers, or clients ask so. */
export function keepsSlash({ pattern }: Pattern): boolean {
  return pattern === '/' || SLASHED.has(pattern) || patterns.has(pattern.slice(0, -1));
}

/**
 * The pattern as OpenAPI writes it: it has no word for a parameter with slashes. A slash at the end goes where it makes
 * no difference, as it does in the hub.
 */
export function templateOf(row: Pattern): string {
  const path = row.pattern.replaceAll('...}', '}');
  return path.endsWith('/') && !keepsSlash(row) ? path.slice(0, -1) : path;
}
