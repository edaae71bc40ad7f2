// One file by curl, with a check behind it. Small, since a script of the page has it from the start.
import { fileName } from '../../nouns/file-path.ts';
import { POWERSHELL, quoted, type Shell, UNIX } from './shells.ts';

/** Fetches the file at `url` with curl, and checks it. */
export function fetchedFrom(url: string, { name, sha256 }: { name: string; sha256: string }, shell: Shell): string[] {
  const at = shell.path(name);
  if (shell === POWERSHELL)
    return [
      shell.must(`curl.exe -fL -o ${at}${shell.more}${shell.word(url)}`),
      `if ((Get-FileHash -LiteralPath ${quoted(name)}).Hash -ne '${sha256}') { throw 'damaged' }`,
    ];
  return [
    `curl -fL -o ${at}${shell.more}${shell.word(url)}`,
    // A bare dash would be standard input.
    `echo ${shell.word(`${sha256}  ${name === '-' ? './-' : name}`)} |\n  sha256sum --strict -c`,
  ];
}

/** The command for one file, as the copy button of its row gives it: into the folder where the shell stands, and checked. */
export function fileCommand(
  url: string,
  { path, sha256 }: { path: string; sha256: string },
  isPowershell: boolean,
): string {
  const shell = isPowershell ? POWERSHELL : UNIX;
  // The folder may be anybody's home: what is hidden there is read by programs.
  const name = fileName(path).replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  return shell.chain(fetchedFrom(url, { name, sha256 }, shell));
}
