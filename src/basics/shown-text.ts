// Finds characters that change how a text is shown and are no part of it: names may not hold them, and terminals never get
// a stranger's.

/**
 * Control characters, C0 and C1, which steer terminals (ECMA-48), and characters that change the direction of text (UAX
 * #9), by which a name could pass for another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** True if the text holds such a character. */
export function holdsControl(text: string): boolean {
  return CONTROLS.test(text);
}

/** Makes a text safe for a terminal: `?` replaces each such character except tabs and line feeds. */
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
 * Makes a text safe within a line: writes line breaks and such characters as escapes, `\n` or `\u{1b}`, so that nobody's
 * name begins a new line, and its content stays visible.
 */
export function shownLine(text: string): string {
  return text.replace(OUT_OF_LINE, (character) => SHORT.get(character) ?? `\\u{${code(character)}}`);
}

/** Makes lines safe for a terminal, each with its line feed. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** Writes `value` as JSON with a line feed that is safe for a terminal: it also escapes characters that JSON allows. */
export function shownJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => (character === '\n' ? character : `\\u${code(character).padStart(4, '0')}`);
  return `${JSON.stringify(value, null, indent).replace(OUT_OF_LINE, escaped)}\n`;
}
