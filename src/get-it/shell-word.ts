// One word of a shell command, as a visitor can paste it.

/** `text` as a single word: as it is where the shell would leave it alone, else in single quotes. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file or folder that no command takes for an option. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}
