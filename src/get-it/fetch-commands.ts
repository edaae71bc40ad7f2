// Writes commands that fetch the chosen files and check them: with this hub's own program, which fetches from all sources
// at once, with the public hub's own tool, with curl, and for an export, which has no hub to redirect.
import type { PageSource } from '../model-page/model-page.ts';
import { encodePath } from '../nouns/file-path.ts';
import { href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { expressionOf, globOf, selection } from './chosen-files.ts';
import { type Choice, DOCS_PARTS, type Form, type ToolCommand } from './command-body.ts';
import { POWERSHELL, quoted, type Shell, UNIX } from './shells.ts';
import type { TargetModel } from './target-model.ts';

/** Makes the same commands for both shells. No command runs after one that failed. */
export function inShells(block: (shell: Shell) => readonly string[]): Form[] {
  return [UNIX, POWERSHELL].map((shell) => ({ key: shell.key, label: shell.label, block: shell.chain(block(shell)) }));
}

/** Writes one line that runs `command` with a variable of the environment set, in both shells. */
export function inOneLine(name: string, value: string, command: (shell: Shell) => string): Form[] {
  return inShells((shell) => [
    shell === UNIX ? `${name}=${shell.word(value)} ${command(shell)}` : `${shell.set(name, value)}; ${command(shell)}`,
  ]);
}

/** Writes commands that download the choice with `hf` and check the result. */
export function downloaded(target: TargetModel, choice: Choice, shell: Shell): string[] {
  const { id, revision, baseUrl } = target;
  const where = `--revision ${revision} --local-dir ${shell.path(target.name)}`;
  // Without `--fail-on-missing-files`, the check would accept an empty folder. With it, the check of a partial choice
  // would always fail.
  const missing = selection(choice) ? '' : `${shell.more}--fail-on-missing-files`;
  return [
    shell.set('HF_ENDPOINT', baseUrl),
    shell.must(`hf download ${id}${picked(choice, shell)}${shell.more}${where}`),
    shell.must(`hf cache verify ${id}${shell.more}${where}${missing}`),
  ];
}

/**
 * Writes the words that select files in a download command: each path as `written` gives it, or an option for each
 * pattern.
 */
function picked(choice: Choice, { word, more }: Shell, written = (path: string) => path): string {
  const { paths } = choice;
  // A program would take a name that begins with a dash for an option, so a pattern selects such a file.
  if (paths && !paths.some((path) => path.startsWith('-')))
    return paths.map((path) => ` ${word(written(path))}`).join('');
  const { isWanted, globs } = selection(choice) ?? { globs: [] };
  const option = `${globs.length > 1 ? more : ' '}${isWanted ? '--include' : '--exclude'}=`;
  return globs.map((glob) => option + word(glob)).join('');
}

export function hf(target: TargetModel, choice: Choice): ToolCommand {
  return {
    key: 'hf',
    label: 'hf',
    forms: inShells((shell) => downloaded(target, choice, shell)),
    note: 'hf compares only sizes; the longer form also hashes every file against this index.',
    short: inOneLine(
      'HF_ENDPOINT',
      target.baseUrl,
      (shell) => `hf download ${target.id}${picked(choice, { ...shell, more: ' ' })}`,
    ),
    docs: DOCS_PARTS.python,
  };
}

/**
 * Makes the end of a pipe that keeps only the chosen files' lines of a checksum file. In each line, the path follows 66
 * characters: the hash and two spaces.
 */
function chosenSums(choice: Choice): string {
  const chosen = selection(choice);
  return chosen
    ? ` |\n  grep -E${chosen.isWanted ? '' : 'v'} ${UNIX.word(`^.{66}${expressionOf(chosen.globs)}$`)}`
    : '';
}

/** The line of a loop that sets `$url` to the encoded `$path`. Commands with this line need the note `ODD`. */
const ENCODE = `  url=$(printf %s "$path" | jq -sRr '@uri | gsub("%2F"; "/")')`;
/** The start of a loop over every path of the checksum file. `IFS=` keeps spaces at the start and the end of a path. */
const EACH_PATH = 'cut -c 67- SHA256SUMS | while IFS= read -r path; do';
/** The same for a loop that needs the hashes too. In each line, the path follows the hash and two spaces. */
const EACH_LINE = `while IFS= read -r line; do\n  sha256=\${line%% *} path=\${line#*  }`;
const ODD = ' Some paths hold characters that a URL may not, which jq encodes.';

type FetchedFrom = Pick<PageSource, 'name' | 'direct' | 'isByHash'>;

/**
 * Makes commands that create a folder, fetch the files of the checksum file into it from this hub, or in an export from
 * two sources, and check them. The commands write nowhere else, and do nothing after a failure. Undefined if no source
 * of an export has an address.
 */
export function curl(target: TargetModel, choice: Choice): ToolCommand | undefined {
  const { isDirect, sources, filesUrl: direct, name, sumsUrl } = target;
  const holders: FetchedFrom[] = isDirect ? directSources(sources) : [{ direct, name: 'this hub' }];
  const [first, second] = holders;
  if (!first) return undefined;
  const isByHash = holders.some((holder) => holder.isByHash);
  // A path needs encoding only if the address at one of the sources contains it.
  const isOdd = isOddChoice(target, choice) && !holders.every((holder) => holder.isByHash);
  const fetched = holders.map(
    (holder) =>
      `  curl -fL --create-dirs -o "./$path" "${holder.direct}$${holder.isByHash ? 'sha256' : isOdd ? 'url' : 'path'}"`,
  );
  const loop = [
    isByHash ? EACH_LINE : EACH_PATH,
    ...(isOdd ? [ENCODE] : []),
    fetched.join(' ||\n'),
    isByHash ? 'done < SHA256SUMS' : 'done',
  ];
  const folder = UNIX.path(name);
  const block = UNIX.chain([
    `mkdir -p ${folder}`,
    `cd ${folder}`,
    `curl -fsS ${sumsUrl}${chosenSums(choice)} > SHA256SUMS`,
    loop.join('\n'),
    'sha256sum --strict -c SHA256SUMS',
  ]);
  const { key, label } = UNIX;
  const note = isDirect
    ? `From ${first.name}${second ? `, and what that does not send from ${second.name}` : ''}. The checksum file is the list of files, too; the last line checks`
    : 'The checksum file is the list of files, too. curl checks nothing; the last line does';
  return {
    key: 'curl',
    label: 'curl',
    forms: isDirect
      ? [{ key: 'linux', label, block }]
      : [
          { key, label, block },
          { key: POWERSHELL.key, label: POWERSHELL.label, block: invoked(target, choice) },
        ],
    note: `${note} (on macOS: shasum -a 256 -c).${isOdd ? ODD : ''}`,
    docs: DOCS_PARTS.curl,
  };
}

/**
 * Gives the two sources of an export to fetch from, those with all files first: if the first lacks a file, the commands
 * request it from the second.
 */
function directSources(sources: readonly PageSource[]): PageSource[] {
  return sources
    .filter(({ direct }) => direct !== undefined)
    .sort((one, other) => Number(one.files !== undefined) - Number(other.files !== undefined))
    .slice(0, 2);
}

/** True if some of the chosen paths need encoding in a URL, or may need it because patterns choose them. */
function isOddChoice({ files }: TargetModel, { paths = files.map(({ path }) => path) }: Choice): boolean {
  return paths.some((path) => encodePath(path) !== path);
}

/** Makes the commands for PowerShell, which need no curl and hash each file right after its download. */
function invoked(target: TargetModel, choice: Choice): string {
  const { sumsUrl, filesUrl } = target;
  const chosen = selection(choice);
  const match = chosen
    ? ` -and $_ ${chosen.isWanted ? '-cmatch' : '-cnotmatch'} ${quoted(`^.{66}${expressionOf(chosen.globs)}$`)}`
    : '';
  return POWERSHELL.chain([
    `$folder = New-Item -ItemType Directory -Force ${POWERSHELL.path(target.name)}`,
    `$sums = (Invoke-RestMethod ${POWERSHELL.word(sumsUrl)}) -split "\\n"`,
    `foreach ($line in $sums | Where-Object { $_${match} }) {`,
    `  $hash, $path = $line -split '  ', 2`,
    `  $file = Join-Path $folder $path`,
    `  $null = New-Item -ItemType Directory -Force (Split-Path $file)`,
    `  $url = ($path -split '/' | ForEach-Object { [uri]::EscapeDataString($_) }) -join '/'`,
    `  Invoke-WebRequest (${quoted(filesUrl)} + $url) -OutFile $file`,
    `  if ((Get-FileHash -LiteralPath $file).Hash -ne $hash) { throw "$path is damaged" }`,
    '}',
  ]);
}

export function pull(target: TargetModel, choice: Choice): ToolCommand {
  const { id, baseUrl, sources } = target;
  return {
    key: 'pull',
    label: 'Fastest: all sources at once',
    forms: inShells((shell) => {
      // In older versions of PowerShell, `curl` is an alias of another command.
      const curl = shell === POWERSHELL ? 'curl.exe' : 'curl';
      const run = `node pull.mjs --hub ${shell.word(baseUrl)} ${id}${picked(choice, shell, globOf)}`;
      return [shell.must(`${curl} -fsSO ${shell.word(baseUrl + href(routes.puller))}`), shell.must(run)];
    }),
    note: `${sources.length} sources send at once, and every file is checked. Needs Node 20.3.`,
    docs: DOCS_PARTS.pull,
  };
}
