// Finds the dialect of a path, for refusals by a server in front.
import { escaped } from '../basics/escaped.ts';
import type { Dialect, Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';

/** Dialects that have refusals of their own. All other paths have those of the hub. */
export const SPOKEN: readonly Dialect[] = ['account', 'mcp', 'objects', 'oci'];

/** Makes an expression that matches the paths of a dialect, with or without a pinned source. */
export const pathsOf = (dialect: Dialect) => `^(?:/via/[^/]+)?${escaped(startOf(dialect))}(?:/|$)`;

/** Gives the first part that all paths of a dialect share. */
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
