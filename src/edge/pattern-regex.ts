// Writes a pattern of the route table as a regular expression for a decoded path, in a syntax that all web servers
// know.
import { escaped } from '../basics/escaped.ts';
import { REVISION_NAMES } from '../nouns/revision.ts';

/** A pattern, with further conditions that a path must satisfy. */
export interface Fitting {
  pattern: string;
  /** A param, and a regular expression that its whole value must match. */
  only?: { param: string; like: string } | undefined;
  /**
   * The param that ends the name of a file. It must not match names of compressed files and temporary files, which are
   * no answers.
   */
  freeEnd?: string | undefined;
  /**
   * True if a path with any revision matches. Otherwise the names of the branch match, and no commit does, since only
   * the hub knows which commit is indexed.
   */
  hasAnyRevision: boolean;
  /** `either`: the path may end with a slash or not. `as written`: a slash at the end must be as in the pattern. */
  slash: 'either' | 'as written';
}

/**
 * Returns the expression that matches all paths of a pattern, from `^` to `$`. `group` writes the named group of a
 * param.
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
