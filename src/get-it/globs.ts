// Writes patterns of paths in the syntax of download tools (`*` and `?` match slashes too), and as regular
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

/** True if `path` matches one of `globs`. A pattern with a slash at its end means all files below that folder. */
export function fits(path: string, globs: readonly string[]): boolean {
  const whole = globs.map((glob) => glob.replace(/\/$/, '/*'));
  return globs.length > 0 && new RegExp(`^${expressionOf(whole)}$`, 's').test(path);
}

/**
 * Turns one pattern into a regular expression, as Python's `fnmatch` does: `*` is any characters, `?` is one, `[abc]` is
 * one of these, and `[!abc]` is none of these. Every other character stands for itself.
 */
function expressionOfOne(glob: string): string {
  return glob.replace(/\[(!?)(\]?[^\]]*)\]|[*?.+^${}()|[\]\\]/g, (found, not?: string, set?: string) => {
    if (set === undefined) return found === '*' ? '.*' : found === '?' ? '.' : `\\${found}`;
    if (not === '' && set.length === 1) return /\w/.test(set) ? set : `\\${set}`;
    // A range that ends before it begins has no characters.
    const chars = set.replace(/(.)-(.)/gs, (range, from, to) => (from <= to ? range : ''));
    if (chars === '') return not === '' ? '[^\\s\\S]' : '.';
    return `[${not === '' ? '' : '^'}${chars.replace(/[\\\]^]/g, '\\$&')}]`;
  });
}
