// Writes commands for an export, which has no hub to redirect. Each command names the sources themselves, with a second
// source in case the first fails, and ends with a check.
import { fileName } from '../nouns/file-path.ts';
import type { Choice } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { docsPart } from './docs-parts.ts';
import { EACH_PATH, ENCODE, inShells, isOddChoice, looped, ODD } from './fetch-commands.ts';
import { withoutGguf } from './serve-commands.ts';
import { fetchedFrom } from './shell/one-file.ts';
import { UNIX } from './shell/shells.ts';
import type { DirectHolder, TargetModel } from './target-model.ts';

/** The shell commands that split a line of the checksum file: the hash, two spaces, the path. */
const SPLIT = `  sha256=\${line%% *} path=\${line#*  }`;

function nowhere({ docs }: TargetModel): CommandBody {
  return {
    missing: 'No source holds this model today, so there is no address to fetch it from.',
    onward: { text: 'How sources are chosen', href: docsPart(docs, 'sources') },
  };
}

export function directCurl(target: TargetModel, choice: Choice): CommandBody {
  const { odd, direct = [] } = target;
  const [first, second] = direct;
  if (!first) return nowhere(target);
  const isByHash = first.isByHash || second?.isByHash;
  // A path needs encoding only if the address at one of the sources contains it.
  const isOdd = isOddChoice(odd, choice) && !(first.isByHash && (second === undefined || second.isByHash));
  const fetched = ({ direct: start, isByHash: named }: DirectHolder) =>
    `curl -fL --create-dirs -o "./$path" "${start}$${named ? 'sha256' : isOdd ? 'url' : 'path'}"`;
  const block = looped(target, choice, [
    isByHash ? 'while IFS= read -r line; do' : EACH_PATH,
    ...(isByHash ? [SPLIT] : []),
    ...(isOdd ? [ENCODE] : []),
    `  ${fetched(first)}${second ? ' ||' : ''}`,
    ...(second ? [`  ${fetched(second)}`] : []),
    isByHash ? 'done < SHA256SUMS' : 'done',
  ]);
  return {
    forms: [{ key: 'linux', label: UNIX.label, block }],
    bytes: choice.bytes,
    note:
      `From ${first.name}${second ? `, and what that does not send from ${second.name}` : ''}. The ` +
      `checksum file is the list of files, too; the last line checks (on macOS: shasum -a 256 -c).${isOdd ? ODD : ''}`,
    docs: 'curl',
  };
}

export function directAria2(target: TargetModel, { main, urls = [] }: Choice): CommandBody {
  if (!main || urls.length === 0) return nowhere(target);
  return {
    forms: inShells((shell) => [
      [
        `aria2c --checksum=sha-256=${main.sha256}`,
        `-o ${shell.path(fileName(main.path))}`,
        ...urls.map((url) => shell.word(url)),
      ].join(shell.more),
    ]),
    bytes: main.size,
    note:
      `One file from ${urls.length === 1 ? 'the one source that holds it' : `${urls.length} sources at once`}; ` +
      'aria2 hashes it and fails when another hash comes out.',
    docs: 'aria2',
  };
}

export function directLlamaCpp(target: TargetModel, choice: Choice): CommandBody {
  const { main, sharded, urls: [url] = [] } = choice;
  if (choice.format !== 'gguf' || !main) return withoutGguf('llama.cpp', target, choice);
  if (sharded)
    return {
      missing: 'These are shards, which llama.cpp wants in one folder: curl fetches all of them.',
      onward: { text: 'How llama.cpp takes shards', href: docsPart(target.docs, 'llamaCpp') },
    };
  if (url === undefined) return nowhere(target);
  const name = fileName(main.path);
  return {
    forms: inShells((shell) => [
      ...fetchedFrom(url, { path: name, sha256: main.sha256 }, shell),
      `llama-server -m ${shell.path(name)}`,
    ]),
    bytes: main.size,
    note: 'llama.cpp hashes nothing, so the command behind the download does (on macOS: shasum -a 256 -c).',
    docs: 'llamaCpp',
  };
}
