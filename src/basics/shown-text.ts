// Finds invisible characters that change how text is shown. No name may contain them, and no text of a stranger may
// send them to a terminal. Writes Markdown tables and escapes text for regular expressions.

/**
 * The C0 and C1 control characters, which steer terminals (ECMA-48). Also characters that change the direction of text
 * (UAX #9), which can make one name look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** True if the text contains a control character or one that changes the direction of text. */
export function holdsControl(text: string): boolean {
  return CONTROLS.test(text);
}

/**
 * Makes a text safe for a terminal: replaces control characters, and characters that change the direction of text, with
 * `?`. Tabs and line feeds stay.
 */
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
 * Makes a text safe within a line: writes line breaks and control characters as escapes such as `\n` or `\u{1b}`. So a
 * name can't begin a new line, and every character stays visible.
 */
export function shownLine(text: string): string {
  return text.replace(OUT_OF_LINE, (character) => SHORT.get(character) ?? `\\u{${code(character)}}`);
}

/** Makes lines safe for a terminal, and ends each with a line feed. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/**
 * Writes `value` as JSON with a line feed at the end. Also escapes the control characters that JSON allows, so that the
 * text is safe for a terminal.
 */
export function shownJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => (character === '\n' ? character : `\\u${code(character).padStart(4, '0')}`);
  return `${JSON.stringify(value, null, indent).replace(OUT_OF_LINE, escaped)}\n`;
}

/** Returns a regular expression that matches exactly `text`. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Writes the table with the column titles `head` and these rows. Cells are Markdown without line breaks. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
