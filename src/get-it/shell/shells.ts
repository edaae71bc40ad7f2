// The two shells that commands are written for: how each quotes a word, sets a variable and goes on in the next line.

export interface Shell {
  key: 'unix' | 'powershell';
  label: string;
  /** `text` as one word. */
  word(text: string): string;
  /** A file or folder that no command takes for an option. */
  path(path: string): string;
  /** Sets a variable of the environment. */
  set(name: string, value: string): string;
  /** Ends a line that goes on in the next one. */
  more: string;
  /** A command of `chain` that is a program, behind which nothing runs when it fails. */
  must(command: string): string;
  /** Steps as one command: an interactive shell runs what is pasted line by line, and goes on after a line that failed. */
  chain(steps: readonly string[]): string;
}

export const UNIX: Shell = {
  key: 'unix',
  label: 'Linux, macOS',
  word: shellWord,
  path: (path) => shellWord(withoutDash(path)),
  set: (name, value) => `export ${name}=${shellWord(value)}`,
  more: ' \\\n  ',
  must: (command) => command,
  chain: (steps) => steps.join(' &&\n'),
};

export const POWERSHELL: Shell = {
  key: 'powershell',
  label: 'Windows PowerShell',
  word: powershellWord,
  path: (path) => powershellWord(withoutDash(path)),
  set: (name, value) => `$env:${name} = ${quoted(value)}`,
  more: ' `\n  ',
  // Windows PowerShell 5.1 has no `&&`, and no setting by which a program that fails ends a block.
  must: (command) => `${command}\nif (!$?) { throw 'stopped' }`,
  chain: (steps) =>
    steps.length === 1
      ? steps[0]!
      : `& {\n${["$ErrorActionPreference = 'Stop'", ...steps].join('\n').replace(/^/gm, '  ')}\n}`,
};

/** The same file or folder, spelled so that no program takes it for an option or for standard input. */
export function withoutDash(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** A comma makes a list and `@` a variable there, so fewer words go without quotes. */
function powershellWord(text: string): string {
  return /^[A-Za-z0-9_.:/\\+=-]+$/.test(text) ? text : quoted(text);
}

/** PowerShell ends a text at the curly quotation marks, too. */
export function quoted(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

/** `text` as a single word: as it is where the shell would leave it alone, else in single quotes. zsh takes `=ls` for a path. */
export function shellWord(text: string): string {
  return /^(?!=)[A-Za-z0-9_.,:/@%+=-]+$/.test(text) ? text : betweenQuotes(text);
}

/** `text` as a single word of a POSIX shell, in single quotes. */
export function betweenQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
