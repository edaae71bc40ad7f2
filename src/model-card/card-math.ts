// Turns formulas in a card into code, because Markdown would interpret their underscores, stars and backslashes.

/**
 * Matches code, which stays as it is, and formulas. Text between dollars counts as a formula only if it looks like one,
 * unlike "$5 or $6".
 */
const FORMULAS = new RegExp(
  [
    /(?<code>(?<!`)`+(?!`))[^`]+\k<code>/,
    /\$\$(?<shown>(?:(?!\n[ \t]*\n)[^$`])+)\$\$/,
    /\\\\\((?<hub>(?:(?!\\\\[()])[^`\n])+)\\\\\)/,
    /(?<!\\)\\\((?<tex>(?:(?!\\[()])[^`\n])+)\\\)/,
    /(?<!\\)\$(?<inline>[^\s$`{](?:[^$`\n]*[^\s$`\\])?)\$(?!\d)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const LOOKS_LIKE_MATH = /[\\^_{=]|^[A-Za-z]$/;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;

/** Gives the Markdown with `$$…$$`, `\\(…\\)`, `\(…\)` and `$…$` turned into code. */
export function withMathAsCode(markdown: string): string {
  if (!markdown.includes('$') && !markdown.includes('\\(')) return markdown;
  const written: string[] = [];
  let [fence, words]: [string | undefined, string[]] = [undefined, []];
  const flush = () => {
    if (words.length > 0) written.push(words.join('\n').replace(FORMULAS, formula));
    words = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined || INDENTED.test(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    if (!isCode) words.push(line);
    else {
      flush();
      written.push(line);
    }
  }
  flush();
  return written.join('\n');
}

function formula(found: string, ...rest: unknown[]): string {
  const { shown, hub, tex, inline = tex } = rest.at(-1) as Record<string, string | undefined>;
  const [at, whole] = rest.slice(-3) as [number, string];
  if (shown !== undefined) {
    const standsAlone = isLineEnd(whole[at - 1]) && isLineEnd(whole[at + found.length]);
    return standsAlone ? `\`\`\`\n${shown.trim()}\n\`\`\`` : `\`${shown.trim()}\``;
  }
  if (hub !== undefined) return `\`${hub.trim()}\``;
  return inline !== undefined && LOOKS_LIKE_MATH.test(inline) ? `\`${inline.trim()}\`` : found;
}

const isLineEnd = (sign: string | undefined) => sign === undefined || sign === '\n';
