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
  path: shellPath,
  set: (name, value) => `export ${name}=${shellWord(value)}`,
  more: ' \\\n  ',
  must: (command) => command,
  chain: (steps) => steps.join(' &&\n'),
};

export const POWERSHELL: Shell = {
  key: 'powershell',
  label: 'Windows PowerShell',
  word: powershellWord,
  path: (path) => powershellWord(path.startsWith('-') ? `./${path}` : path),
  set: (name, value) => `$env:${name} = ${quoted(value)}`,
  more: ' `\n  ',
  // Windows PowerShell 5.1 has no `&&`, and no setting by which a program that fails ends a block.
  must: (command) => `${command}\nif (!$?) { throw 'stopped' }`,
  chain: (steps) =>
    steps.length === 1
      ? steps[0]!
      : `& {\n${["$ErrorActionPreference = 'Stop'", ...steps].join('\n').replace(/^/gm, '  ')}\n}`,
};

/** The folder that a model's files go to: its name, or with the owner's where that is hidden or looks like an option. */
export function folderOf({ owner, name }: { owner: string; name: string }): string {
  return /^[.-]/.test(name) ? `${owner}-${name}`.replace(/^[.-]+/, '') || 'model' : name;
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
  return /^(?!=)[A-Za-z0-9_.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file or folder that no command takes for an option. */
function shellPath(path: string): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}
