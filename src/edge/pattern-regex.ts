// Writes a pattern of the route table as a regular expression for a decoded path, in a syntax that all web servers
// know.
import { escaped } from '../basics/escaped.ts';
import { REVISION_NAMES } from '../nouns/revision.ts';

/** A pattern, with further conditions for a path. */
export interface Fitting {
  pattern: string;
  /** A param whose whole value must match a regular expression. */
  only?: { param: string; like: string } | undefined;
  /** The param that ends a file's name. It must not match the names of compressed forms and temporary files. */
  freeEnd?: string | undefined;
  /**
   * True if any revision matches. Otherwise the names of the one branch match, but no commit does, since only the hub
   * knows the indexed one.
   */
  hasAnyRevision: boolean;
  /** `either`: a slash at the end makes no difference. `as written`: it must be as in the pattern. */
  slash: 'either' | 'as written';
}

/**
 * Makes the expression that matches all paths of a pattern, from `^` to `$`. `group` writes the named group of a param.
 */
export function pathExpression(fitting: Fitting, group: (param: string, like: string) => string): string {
  const { pattern, slash } = fitting;
  const parts = pattern.replace(/\/$/, '').split(/(\{\w+(?:\.\.\.)?\})/);
  const body = parts.map((part) => {
    const [, param, rest] = /^\{(\w+)(\.\.\.)?\}$/.exec(part) ?? [];
    return param === undefined ? escaped(part) : group(param, likeOf(fitting, param, rest !== undefined));
  });
  return `^${body.join('')}${slash === 'either' ? '/?' : pattern.endsWith('/') ? '/' : ''}$`;
}

function likeOf({ only, hasAnyRevision, freeEnd }: Fitting, param: string, isRest: boolean): string {
  const free = freeEnd === param ? '(?!.*\\.(?:br|gz|\\d+-\\d+)/?$)' : '';
  if (only?.param === param) return free + only.like;
  if (param === 'revision' && !hasAnyRevision) return REVISION_NAMES.join('|');
  return free + (isRest ? '.+?' : '[^/]+');
}
