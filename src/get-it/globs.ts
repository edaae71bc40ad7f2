// Writes patterns of paths in the syntax of download tools (`*` matches any characters, also slashes), and as regular
// expressions for grep and other programs.
import type { Choice } from './choice.ts';

/** Makes a pattern that matches only `path`. */
export function globOf(path: string): string {
  return path.replace(/[[*?]/g, '[$&]');
}

/** Gives the patterns of the files that a choice wants or leaves out; undefined if the choice is all files. */
export function selection({ paths, only, without }: Choice): { isWanted: boolean; globs: string[] } | undefined {
  const wanted = only ?? paths?.map(globOf);
  const globs = wanted ?? without;
  return globs && { isWanted: wanted !== undefined, globs };
}

/**
 * Makes a regular expression that matches the whole path of each file that fits one of `globs`. The expression means
 * the same in ERE, .NET and JavaScript.
 */
export function expressionOf(globs: readonly string[]): string {
  return `(${globs.map(expressionOfOne).join('|')})`;
}

/** True if `path` matches one of `globs`. */
export function fits(path: string, globs: readonly string[]): boolean {
  return globs.length > 0 && new RegExp(`^${expressionOf(globs)}$`, 's').test(path);
}

/**
 * Turns one pattern into a regular expression. A `*` becomes `.*`, and every other special character is escaped. A `[`,
 * `*` or `?` in brackets stands for itself.
 */
function expressionOfOne(glob: string): string {
  return glob.replace(/\[([[*?])\]|\*|[.+?^${}()|[\]\\]/g, (found, sign?: string) => {
    if (sign !== undefined) return `\\${sign}`;
    return found === '*' ? '.*' : `\\${found}`;
  });
}
