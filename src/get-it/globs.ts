// Patterns of paths as download tools read them (`*` is any run of characters, slashes too), and the same for grep and its like.

/** `path` as a pattern that fits nothing else. */
export function globOf(path: string): string {
  return path.replace(/[[*?]/g, '[$&]');
}

/** A regular expression for what the whole of a path has to be to fit one of `globs`; ERE, .NET and JavaScript read it alike. */
export function expressionOf(globs: readonly string[]): string {
  return `(${globs.map(expressionOfOne).join('|')})`;
}

/** True when `path` fits one of `globs`. */
export function fits(path: string, globs: readonly string[]): boolean {
  return globs.length > 0 && new RegExp(`^${expressionOf(globs)}$`, 's').test(path);
}

/** Signs in brackets are themselves; so are all but the star. */
function expressionOfOne(glob: string): string {
  return glob.replace(/\[([[*?])\]|\*|[.+?^${}()|[\]\\]/g, (found, sign?: string) => {
    if (sign !== undefined) return `\\${sign}`;
    return found === '*' ? '.*' : `\\${found}`;
  });
}
