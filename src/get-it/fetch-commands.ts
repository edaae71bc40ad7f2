// Writes commands that fetch the chosen files and check them: with the public hub's own tool, with registry tools, and
// with plain curl.
import { bytes } from '../model/figures.ts';
import { encodePath } from '../nouns/file-path.ts';
import type { Choice } from './choice.ts';
import type { CommandBody, Form } from './command-body.ts';
import { docsPart } from './docs-parts.ts';
import { expressionOf, selection } from './globs.ts';
import { POWERSHELL, quoted, type Shell, UNIX } from './shell/shells.ts';
import type { TargetModel } from './target-model.ts';

/** Makes the same commands for both shells. No command runs after one that failed. */
export function inShells(block: (shell: Shell) => readonly string[]): Form[] {
  return [UNIX, POWERSHELL].map((shell) => ({ key: shell.key, label: shell.label, block: shell.chain(block(shell)) }));
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
    shell.must(`hf download ${id}${picked(choice, shell, (path) => path)}${shell.more}${where}`),
    shell.must(`hf cache verify ${id}${shell.more}${where}${missing}`),
  ];
}

/**
 * Writes the words that select files in a download command: each path as `written` gives it, or an option for each
 * pattern.
 */
export function picked(choice: Choice, { word, more }: Shell, written: (path: string) => string): string {
  const { paths } = choice;
  // A program would take a name that begins with a dash for an option, so a pattern selects such a file.
  if (paths && !paths.some((path) => path.startsWith('-')))
    return paths.map((path) => ` ${word(written(path))}`).join('');
  const { isWanted, globs } = selection(choice) ?? { globs: [] };
  const option = `${globs.length > 1 ? more : ' '}${isWanted ? '--include' : '--exclude'}=`;
  return globs.map((glob) => option + word(glob)).join('');
}

export function hf(target: TargetModel, choice: Choice): CommandBody {
  return {
    forms: inShells((shell) => downloaded(target, choice, shell)),
    bytes: choice.bytes,
    note: 'The download comes from a source that is up, and only sizes are compared; the last command hashes every file against this index.',
    docs: 'python',
  };
}

export function oras(target: TargetModel, choice: Choice): CommandBody {
  const { repository, plain, sumsUrl, docs } = target;
  if (repository === undefined)
    return {
      missing: 'The OCI rules forbid this name, so registry tools can’t use it.',
      onward: { text: 'What a name may look like', href: docsPart(docs, 'registry') },
    };
  const isAll = choice.format === 'all' || !selection(choice);
  if (!isAll && (choice.tag === undefined || choice.tag === 'latest'))
    return { missing: 'oras takes all files of a tag, and these have no tag of their own: choose everything.' };
  const reference = `${repository}:${isAll ? 'latest' : choice.tag}`;
  const folder = target.name;
  const pull = `oras pull ${plain ? '--plain-http ' : ''}-o`;
  return {
    forms: [
      {
        key: 'unix',
        label: UNIX.label,
        block: UNIX.chain([
          `${pull} ${UNIX.path(folder)} ${reference}`,
          `cd ${UNIX.path(folder)}`,
          `curl -fsS ${sumsUrl} |\n  sha256sum --strict${isAll ? '' : ' --ignore-missing'} -c`,
        ]),
      },
      {
        key: 'powershell',
        label: POWERSHELL.label,
        block: POWERSHELL.chain([
          POWERSHELL.must(`${pull} ${POWERSHELL.path(folder)} ${reference}`),
          ...hashedHere(folder, sumsUrl, isAll),
        ]),
      },
    ],
    ...(isAll && { bytes: choice.bytes }),
    note:
      'oras hashes every layer against its digest, which is the file’s SHA-256. A tag moves with the ' +
      'index, so the check behind the pull holds the files against this revision.' +
      `${isAll ? '' : ` Beside ${bytes(choice.main?.size ?? 0)} of weights come the small files.`}`,
    docs: 'oras',
  };
}

/**
 * Makes lines of PowerShell that check the files in `folder` against a checksum file. If `isAll` is true, a missing
 * file is an error too.
 */
function hashedHere(folder: string, sumsUrl: string, isAll: boolean): string[] {
  return [
    `$sums = (Invoke-RestMethod ${POWERSHELL.word(sumsUrl)}) -split "\n"`,
    'foreach ($line in $sums | Where-Object { $_ }) {',
    `  $hash, $path = $line -split '  ', 2`,
    `  $file = Join-Path ${POWERSHELL.path(folder)} $path`,
    ...(isAll ? [] : ['  if (!(Test-Path -LiteralPath $file)) { continue }']),
    `  if ((Get-FileHash -LiteralPath $file).Hash -ne $hash) { throw "$path is damaged" }`,
    '}',
  ];
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
export const ENCODE = `  url=$(printf %s "$path" | jq -sRr '@uri | gsub("%2F"; "/")')`;
/** The start of a loop over every path of the checksum file. `IFS=` keeps spaces at the start and the end of a path. */
export const EACH_PATH = 'cut -c 67- SHA256SUMS | while IFS= read -r path; do';
export const ODD = ' Some paths hold characters that a URL may not, which jq encodes.';

/**
 * Makes commands that create the folder, let `loop` fetch the files of the checksum file into that folder, and check
 * the files. The commands write nowhere else, and do nothing after a failure.
 */
export function looped(target: TargetModel, choice: Choice, loop: readonly string[]): string {
  const folder = UNIX.path(target.name);
  return UNIX.chain([
    `mkdir -p ${folder}`,
    `cd ${folder}`,
    `curl -fsS ${target.sumsUrl}${chosenSums(choice)} > SHA256SUMS`,
    loop.join('\n'),
    'sha256sum --strict -c SHA256SUMS',
  ]);
}

export function curl(target: TargetModel, choice: Choice): CommandBody {
  const { filesUrl, odd } = target;
  const isOdd = isOddChoice(odd, choice);
  const block = looped(target, choice, [
    EACH_PATH,
    ...(isOdd ? [ENCODE] : []),
    `  curl -fL --create-dirs -o "./$path" "${filesUrl}$${isOdd ? 'url' : 'path'}"`,
    'done',
  ]);
  return {
    forms: [
      { key: UNIX.key, label: UNIX.label, block },
      { key: POWERSHELL.key, label: POWERSHELL.label, block: invoked(target, choice) },
    ],
    bytes: choice.bytes,
    note: `The checksum file is the list of files, too. curl checks nothing; the last line does (on macOS: shasum -a 256 -c).${isOdd ? ODD : ''}`,
    docs: 'curl',
  };
}

/** True if some of the chosen paths need encoding in a URL, or may need it because the paths are not known. */
export function isOddChoice(odd: boolean, { paths }: Choice): boolean {
  return odd && (paths === undefined || paths.some((path) => encodePath(path) !== path));
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
