// Finds the paths of each dialect, for refusals by a server in front of the hub.
import { escaped } from '../basics/escaped.ts';
import type { Dialect, Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';

/** The dialects that have refusals of their own. Paths of all other dialects get refusals in the dialect `hub`. */
export const SPOKEN: readonly Dialect[] = ['account', 'mcp', 'objects', 'oci'];

/** Returns a regular expression for the paths of a dialect, with or without a pinned source. */
export const pathsOf = (dialect: Dialect) => `^(?:/via/[^/]+)?${escaped(startOf(dialect))}(?:/|$)`;

/** Returns the first segments of a path, as far as all paths of a dialect share them. */
function startOf(dialect: Dialect): string {
  const [first = '', ...others] = Object.values<Row>(routes)
    .filter((row) => row.dialect === dialect)
    .map(({ pattern }) => pattern.split('/').filter((segment) => segment !== ''))
    .map((segments) => segments.join('/'));
  const shared = first
    .split('/')
    .filter((_, at, all) => others.every((other) => `${other}/`.startsWith(`${all.slice(0, at + 1).join('/')}/`)));
  return `/${shared.join('/')}`;
}
