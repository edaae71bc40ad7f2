// Which paths are spoken to in which dialect, for refusals by a server in front.
import { escaped } from '../basics/escaped.ts';
import type { Dialect, Row } from '../table/route.ts';
import { routes } from '../table/routes.ts';

/** Dialects with refusals of their own; all other paths are the hub's. */
export const SPOKEN: readonly Dialect[] = ['account', 'mcp', 'objects', 'oci'];

/** Matches the paths of a dialect, with or without a pin. */
export const pathsOf = (dialect: Dialect) => `^(?:/via/[^/]+)?${escaped(startOf(dialect))}(?:/|$)`;

/** Gives the first part of all paths of a dialect. */
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
