// Writes commands that fetch one file with curl and check it. This module is small, since a script of the page loads it
// at the start.
import { POWERSHELL, quoted, type Shell, UNIX, withoutDash } from './shells.ts';

/** Makes commands that fetch the file at `url` with curl into `path`, and check it. */
export function fetchedFrom(url: string, { path, sha256 }: { path: string; sha256: string }, shell: Shell): string[] {
  const to = `${path.includes('/') ? '--create-dirs ' : ''}-o ${shell.path(path)}`;
  if (shell === POWERSHELL)
    return [
      shell.must(`curl.exe -fL ${to}${shell.more}${shell.word(url)}`),
      `if ((Get-FileHash -LiteralPath ${quoted(withoutDash(path))}).Hash -ne '${sha256}') { throw 'damaged' }`,
    ];
  return [
    `curl -fL ${to}${shell.more}${shell.word(url)}`,
    `echo ${shell.word(`${sha256}  ${withoutDash(path)}`)} |\n  sha256sum --strict -c`,
  ];
}

/**
 * Makes the command of one file, for the copy button in its row: it fetches the file into the present folder, and
 * checks it.
 */
export function fileCommand(
  url: string,
  { path, sha256 }: { path: string; sha256: string },
  isPowershell: boolean,
): string {
  const shell = isPowershell ? POWERSHELL : UNIX;
  return shell.chain(fetchedFrom(url, { path: inTheOpen(path), sha256 }, shell));
}

/**
 * Writes underscores for the dots that would hide a file or folder: the shell may be in a home folder, where programs
 * read hidden files.
 */
export function inTheOpen(path: string): string {
  return path.replace(/(?<=^|\/)\.+/g, (dots) => '_'.repeat(dots.length));
}
