// A pattern of the table as a regular expression for a decoded path, in the common tongue of web servers.
import { escaped } from '../basics/escaped.ts';
import { REVISION_NAMES } from '../nouns/revision.ts';

/** A pattern, and what else decides whether a path fits it. */
export interface Fitting {
  pattern: string;
  /** A param that has to look so: a regular expression for the whole of it. */
  only?: { param: string; like: string } | undefined;
  /** The param that a file's name ends in: the forms of a file, and what is on its way to its name, are no answers. */
  freeEnd?: string | undefined;
  /** True: any revision; else only the names of the one branch, since which commit is indexed only the hub knows. */
  hasAnyRevision: boolean;
  /** `either`: a slash at the end makes no difference; else it has to be as the pattern has it. */
  slash: 'either' | 'as written';
}

/** The expression for all paths of a pattern, from `^` to `$`. `group` writes a named group for a param. */
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
