// Characters that change how a text is shown and are no part of it: nobody's name may hold one, and no terminal gets one of a stranger's.

/**
 * Control characters, C0 and C1, which steer terminals (ECMA-48), and those that turn the direction of the text
 * around them (UAX #9), so that a name reads as another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** True when the text holds such a character. */
export function holdsControl(text: string): boolean {
  return CONTROLS.test(text);
}

/** The text as a terminal may show it: `?` in place of each, but for tabs and line feeds. */
export function shownText(text: string): string {
  return text.replace(CONTROLS_IN_LINES, '?');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const OUT_OF_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const SHORT = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
const code = (character: string) => character.charCodeAt(0).toString(16);

/**
 * The text as it may stand in a line: line breaks and every such character as an escape, `\n` or `\u{1b}`. So nobody's
 * name makes a line of its own, and it can be seen what is in it.
 */
export function shownLine(text: string): string {
  return text.replace(OUT_OF_LINE, (character) => SHORT.get(character) ?? `\\u{${code(character)}}`);
}

/** Lines as a terminal may show them, each with its end. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** JSON of `value`, with its end, that steers no terminal: what JSON itself lets stand is written as its escape as well. */
export function shownJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => (character === '\n' ? character : `\\u${code(character).padStart(4, '0')}`);
  return `${JSON.stringify(value, null, indent).replace(OUT_OF_LINE, escaped)}\n`;
}
