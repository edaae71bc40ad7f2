// Describes the two shells that commands are written for: how each quotes a word, sets a variable, and continues a
// command on the next line. Also writes the command that fetches one file with curl and checks it. This module is small,
// since a script of the page loads it at the start.

export interface Shell {
  key: 'unix' | 'powershell';
  label: string;
  /** Writes `text` as one word. */
  word(text: string): string;
  /** Writes the path of a file or folder so that no command takes it for an option. */
  path(path: string): string;
  /** Sets an environment variable. */
  set(name: string, value: string): string;
  /** The end of a line whose command continues on the next line. */
  more: string;
  /** Writes a command for a `chain`. If the command fails, no later command of the chain runs. */
  must(command: string): string;
  /**
   * Writes steps as one command. Otherwise an interactive shell would run pasted lines one by one, and go on after a
   * failure.
   */
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
  // Windows PowerShell 5.1 has no `&&`, and no setting that ends a block when a program fails.
  must: (command) => `${command}\nif (!$?) { throw 'stopped' }`,
  chain: (steps) =>
    steps.length === 1
      ? steps[0]!
      : `& {\n${["$ErrorActionPreference = 'Stop'", ...steps].join('\n').replace(/^/gm, '  ')}\n}`,
};

/** Writes the path of a file or folder so that no program takes it for an option or for standard input. */
export function withoutDash(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/**
 * Writes `text` as a single word of PowerShell. Quotes more than `shellWord` does: in PowerShell, a comma makes a list,
 * and `@` begins a variable.
 */
function powershellWord(text: string): string {
  return /^[A-Za-z0-9_.:/\\+=-]+$/.test(text) ? text : quoted(text);
}

/**
 * Quotes a text for PowerShell. A curly quotation mark would end the text as a straight one does, so both kinds are
 * doubled.
 */
export function quoted(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

/**
 * Writes `text` as a single word: unchanged if the shell would not alter it, otherwise in single quotes. The shell zsh,
 * for example, would replace a word such as `=ls` with a path.
 */
export function shellWord(text: string): string {
  return /^(?!=)[A-Za-z0-9_.,:/@%+=-]+$/.test(text) ? text : betweenQuotes(text);
}

/** Writes `text` as a single word of a POSIX shell, in single quotes. */
export function betweenQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Makes the command of one file, for the copy button in its row: it fetches the file into the present folder, and
 * checks it.
 */
export function fileCommand(url: string, { path, sha256 }: { path: string; sha256: string }): string {
  const file = inTheOpen(path);
  return UNIX.chain([
    `curl -fL ${file.includes('/') ? '--create-dirs ' : ''}-o ${UNIX.path(file)}${UNIX.more}${UNIX.word(url)}`,
    `echo ${UNIX.word(`${sha256}  ${withoutDash(file)}`)} |\n  sha256sum --strict -c`,
  ]);
}

/**
 * Writes underscores for the dots that would hide a file or folder: the shell may be in a home folder, where programs
 * read hidden files.
 */
export function inTheOpen(path: string): string {
  return path.replace(/(?<=^|\/)\.+/g, (dots) => '_'.repeat(dots.length));
}
