// A pattern of the table as a regular expression for a decoded path, in the common tongue of web servers.
import { escaped } from '../basics/escaped.ts';
import { REVISION_NAMES } from '../nouns/revision.ts';

/** A pattern, with further conditions for a path. */
export interface Fitting {
  pattern: string;
  /** A param with a condition: a regular expression for the whole of it. */
  only?: { param: string; like: string } | undefined;
  /** The param at the end of a file's name, which must not match compressed forms or temporary files. */
  freeEnd?: string | undefined;
  /** True for any revision; otherwise only the names of the one branch, since only the hub knows the indexed commit. */
  hasAnyRevision: boolean;
  /** `either`: a slash at the end makes no difference; otherwise it must be as in the pattern. */
  slash: 'either' | 'as written';
}

/** Makes the expression for all paths of a pattern, from `^` to `$`. `group` writes a named group for a param. */
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
