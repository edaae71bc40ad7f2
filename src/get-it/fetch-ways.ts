// Commands that fetch the chosen files and check them: the public hub's own tool, registry tools, plain curl.
import { bytes } from '../model/figures.ts';
import { encodePath } from '../nouns/file-path.ts';
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { expressionOf, globOf } from './globs.ts';
import { POWERSHELL, quoted, type Shell, UNIX } from './shells.ts';
import type { Form, WayBody } from './way-body.ts';

/** The same commands for both shells. */
export function inShells(block: (shell: Shell) => readonly string[]): Form[] {
  return [UNIX, POWERSHELL].map((shell) => ({ key: shell.key, label: shell.label, block: block(shell).join('\n') }));
}

/** Downloads with `hf` what was chosen, and has it hash what came. */
export function downloaded({ id, name, revision, baseUrl }: AskedModel, choice: Choice, shell: Shell): string[] {
  const where = `--revision ${revision} --local-dir ${shell.path(name)}`;
  return [
    shell.set('HF_ENDPOINT', baseUrl),
    `hf download ${id}${picked(choice, shell)}${shell.more}${where}`,
    `hf cache verify ${id}${shell.more}${where}`,
  ];
}

/** The words of `hf download` that pick files: names, or patterns, an option each. */
function picked({ paths, only, without = [] }: Choice, { word, more }: Shell): string {
  if (paths && !paths.some((path) => path.startsWith('-'))) return paths.map((path) => ` ${word(path)}`).join('');
  const wanted = only ?? paths?.map(globOf) ?? [];
  const options = [...wanted.map((glob) => ['--include', glob]), ...without.map((glob) => ['--exclude', glob])];
  const before = options.length > 1 ? more : ' ';
  return options.map(([option, glob = '']) => `${before}${option}=${word(glob)}`).join('');
}

export function hf(asked: AskedModel, choice: Choice): WayBody {
  return {
    forms: inShells((shell) => downloaded(asked, choice, shell)),
    bytes: choice.bytes,
    note: 'The download comes from a source that is up, and only sizes are compared; the last command hashes every file against this index.',
    docs: 'python',
  };
}

export function oras({ repository, plain, name, sumsUrl, docs }: AskedModel, choice: Choice): WayBody {
  if (repository === undefined)
    return {
      missing: 'The OCI rules for names leave this one out, so registry tools can’t say it.',
      onward: { text: 'What a name may look like', href: docs.replace('{page}', 'oci') },
    };
  const isAll = choice.format === 'all' || !(choice.paths ?? choice.only ?? choice.without);
  if (!isAll && (choice.tag === undefined || choice.tag === 'latest'))
    return { missing: 'oras takes all files of a tag, and these have no tag of their own: choose everything.' };
  const reference = `${repository}:${isAll ? 'latest' : choice.tag}`;
  const pull = `oras pull ${plain ? '--plain-http ' : ''}-o`;
  return {
    forms: [
      {
        key: 'unix',
        label: UNIX.label,
        block: [
          `${pull} ${UNIX.path(name)} ${reference}`,
          `cd ${UNIX.path(name)}`,
          `curl -fsS ${sumsUrl} |\n  sha256sum --strict${isAll ? '' : ' --ignore-missing'} -c`,
        ].join('\n'),
      },
      { key: 'powershell', label: POWERSHELL.label, block: `${pull} ${POWERSHELL.path(name)} ${reference}` },
    ],
    ...(isAll && { bytes: choice.bytes }),
    note: `oras hashes every layer against its digest, which is the file’s SHA-256. A tag moves with the index, so the last line holds the files against this revision.${isAll ? '' : ` Beside ${bytes(choice.main?.size ?? 0)} of weights come the small files.`}`,
    docs: 'oras',
  };
}

/** A command that keeps the lines of a checksum file that were chosen; a line begins with the hash and two spaces. */
export function chosenSums({ paths, only, without }: Choice): string {
  const wanted = only ?? paths?.map(globOf);
  if (wanted) return ` |\n  grep -E ${UNIX.word(`^.{66}${expressionOf(wanted)}$`)}`;
  return without ? ` |\n  grep -Ev ${UNIX.word(`^.{66}${expressionOf(without)}$`)}` : '';
}

/** The line of a loop that makes `$url` of `$path`, and what is said of it. */
export const ENCODE = `  url=$(printf %s "$path" | jq -sRr '@uri | gsub("%2F"; "/")')`;
export const ODD = ' Some paths hold characters that a URL may not, which jq encodes.';

export function curl(asked: AskedModel, choice: Choice): WayBody {
  const { sumsUrl, filesUrl, name, odd } = asked;
  const folder = UNIX.path(name);
  const isOdd = isOddChoice(odd, choice);
  const block = [
    `mkdir -p ${folder} && cd ${folder}`,
    `curl -fsS ${sumsUrl}${chosenSums(choice)} > SHA256SUMS`,
    'cut -c 67- SHA256SUMS | while read -r path; do',
    ...(isOdd ? [ENCODE] : []),
    `  curl -fL --create-dirs -o "$path" "${filesUrl}$${isOdd ? 'url' : 'path'}"`,
    'done',
    'sha256sum --strict -c SHA256SUMS',
  ].join('\n');
  return {
    forms: [
      { key: UNIX.key, label: UNIX.label, block },
      { key: POWERSHELL.key, label: POWERSHELL.label, block: invoked(asked, choice) },
    ],
    bytes: choice.bytes,
    note: `The checksum file is the list of files, too. curl checks nothing; the last line does (on macOS: shasum -a 256 -c).${isOdd ? ODD : ''}`,
    docs: 'curl',
  };
}

/** True when some of the chosen paths can't stand in a URL as they are, as far as these are known. */
export function isOddChoice(odd: boolean, { paths }: Choice): boolean {
  return odd && (paths === undefined || paths.some((path) => encodePath(path) !== path));
}

/** The same without curl: each file is hashed as it comes. */
function invoked({ sumsUrl, filesUrl, name }: AskedModel, { paths, only, without }: Choice): string {
  const wanted = only ?? paths?.map(globOf);
  const globs = wanted ?? without;
  const match = globs
    ? `, ${quoted(`^.{66}${expressionOf(globs)}$`)}`.replace(
        ', ',
        wanted ? ' -and $_ -cmatch ' : ' -and $_ -cnotmatch ',
      )
    : '';
  return [
    `$folder = New-Item -ItemType Directory -Force ${POWERSHELL.path(name)}`,
    `$sums = (Invoke-RestMethod ${POWERSHELL.word(sumsUrl)}) -split "\\n"`,
    `foreach ($line in $sums | Where-Object { $_${match} }) {`,
    `  $hash, $path = $line -split '  ', 2`,
    `  $file = Join-Path $folder $path`,
    `  $null = New-Item -ItemType Directory -Force (Split-Path $file)`,
    `  $url = ($path -split '/' | ForEach-Object { [uri]::EscapeDataString($_) }) -join '/'`,
    `  Invoke-WebRequest (${quoted(filesUrl)} + $url) -OutFile $file`,
    `  if ((Get-FileHash -LiteralPath $file).Hash -ne $hash) { throw "$path is damaged" }`,
    '}',
  ].join('\n');
}
