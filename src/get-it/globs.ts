// Patterns of paths in the syntax of download tools (`*` matches any characters, also slashes), and as regular expressions
// for grep and others.

/** Makes a pattern that only `path` matches. */
export function globOf(path: string): string {
  return path.replace(/[[*?]/g, '[$&]');
}

/**
 * Makes a regular expression that a whole path must match to fit one of `globs`; it means the same in ERE, .NET and
 * JavaScript.
 */
export function expressionOf(globs: readonly string[]): string {
  return `(${globs.map(expressionOfOne).join('|')})`;
}

/** True if `path` matches one of `globs`. */
export function fits(path: string, globs: readonly string[]): boolean {
  return globs.length > 0 && new RegExp(`^${expressionOf(globs)}$`, 's').test(path);
}

/** Escapes all characters but the star by brackets. */
function expressionOfOne(glob: string): string {
  return glob.replace(/\[([[*?])\]|\*|[.+?^${}()|[\]\\]/g, (found, sign?: string) => {
    if (sign !== undefined) return `\\${sign}`;
    return found === '*' ? '.*' : `\\${found}`;
  });
}
