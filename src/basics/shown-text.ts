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
