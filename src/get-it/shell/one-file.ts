// One file by curl, with a check behind it. Small, since a script of the page has it from the start.
import { POWERSHELL, quoted, type Shell, UNIX, withoutDash } from './shells.ts';

/** Fetches the file at `url` with curl into `path`, and checks it. */
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

/** The command for one file, as the copy button of its row gives it: below the folder where the shell stands, and checked. */
export function fileCommand(
  url: string,
  { path, sha256 }: { path: string; sha256: string },
  isPowershell: boolean,
): string {
  const shell = isPowershell ? POWERSHELL : UNIX;
  return shell.chain(fetchedFrom(url, { path: inTheOpen(path), sha256 }, shell));
}

/** `path` with no hidden file or folder in it: the shell may stand in anybody's home, where programs read what is hidden. */
export function inTheOpen(path: string): string {
  return path.replace(/(?<=^|\/)\.+/g, (dots) => '_'.repeat(dots.length));
}
