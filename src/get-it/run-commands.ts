// Writes commands that fetch the chosen files, check them, and run them.
import { encodePath, fileName } from '../nouns/file-path.ts';
import type { Choice, ChoiceFile, CommandBody, Form, LoadingProgram } from './command-body.ts';
import { downloaded, inOneLine, inShells } from './fetch-commands.ts';
import { fetchedFrom, type Shell, UNIX } from './shells.ts';
import type { TargetModel } from './target-model.ts';

export function llamaCpp(target: TargetModel, choice: Choice): CommandBody | undefined {
  const { main, projector } = choice;
  if (target.adapter || choice.format !== 'gguf' || !main) return undefined;
  if (choice.sharded)
    return {
      forms: inShells((shell) => [
        ...downloaded(target, choice, shell),
        `llama-server -m ${shell.path(`${target.name}/${main.path}`)}`,
      ]),
      note: 'It comes in shards: llama.cpp is given the first and finds the others beside it. It hashes nothing, so the second command of hf does.',
      docs: 'llamaCpp',
    };
  const files = projector ? [main, projector] : [main];
  const run = (shell: Shell) =>
    `llama-server -m ${shell.path(fileName(main.path))}${projector ? ` --mmproj ${shell.path(fileName(projector.path))}` : ''}`;
  return {
    forms: inShells((shell) => [...files.flatMap((file) => fetchedOne(target.filesUrl, file, shell)), run(shell)]),
    note: 'llama.cpp hashes nothing, so the command behind each download does (on macOS: shasum -a 256 -c).',
    ...(choice.tag !== undefined && { short: shortCommand(target, choice.tag) }),
    docs: 'llamaCpp',
  };
}

/**
 * Makes a short command, with which llama.cpp itself fetches the file of a tag. The file may be of a newer revision.
 */
function shortCommand({ baseUrl, id }: TargetModel, tag: string): Form[] {
  return inOneLine('MODEL_ENDPOINT', `${baseUrl}/`, () => `llama-server -hf ${id}${tag === 'latest' ? '' : `:${tag}`}`);
}

/** Makes commands that fetch one file with curl and check it. */
function fetchedOne(filesUrl: string, { path, sha256 }: ChoiceFile, shell: Shell): string[] {
  return fetchedFrom(filesUrl + encodePath(path), { path: fileName(path), sha256 }, shell);
}

/**
 * Makes the commands for Ollama, which takes models of one file with a tag. Its own rules forbid a dot in an owner, and
 * parts of over 80 characters.
 */
export function ollama(target: TargetModel, choice: Choice): CommandBody | undefined {
  const { owner, name, plain, repository } = target;
  if (target.adapter || choice.format !== 'gguf' || !choice.main || choice.sharded) return undefined;
  if (choice.tag === undefined || owner.includes('.') || owner.length > 80 || name.length > 80 || !repository)
    return undefined;
  const reference = `${repository}:${choice.tag}`;
  const hash = `sha256-${choice.main.sha256}`;
  return {
    forms: inShells((shell) => [
      shell.must(`ollama pull ${plain ? '--insecure ' : ''}${reference}`),
      shell === UNIX
        ? `ollama show --modelfile ${reference} |\n  grep -o ${hash}`
        : `if (!(ollama show --modelfile ${reference} |\n  Select-String -SimpleMatch ${hash})) { throw 'another file' }`,
      `ollama run ${reference}`,
    ]),
    note:
      'Ollama hashes every layer itself. A tag moves with the index: the longer form runs nothing if ' +
      ' what you have is not this revision’s file.',
    short: inShells(() => [`ollama run ${plain ? '--insecure ' : ''}${reference}`]),
    docs: 'ollama',
  };
}

/** The formats that libraries load from a folder. */
const LOADED = ['safetensors', 'pytorch', 'all'];

/** Makes the commands that fetch and check the choice, followed by `program`, which loads it. */
export function loaded(
  target: TargetModel,
  choice: Choice,
  { label, kind, block }: LoadingProgram,
): CommandBody | undefined {
  const { format, main, dtype = 'fp32' } = choice;
  if (kind === 'javascript')
    return format === 'onnx' && main?.path.startsWith('onnx/')
      ? {
          forms: [{ key: kind, label: 'JavaScript', block: block.replace('{dtype}', dtype) }],
          note: 'For browsers and Node. The library hashes nothing; check the folder it keeps with the panel below.',
          docs: 'javascript',
        }
      : undefined;
  const isAtRoot = kind === 'python' || /^[^/]+\.(safetensors|bin|pt)$/.test(main?.path ?? '');
  if (!LOADED.includes(format) || !isAtRoot) return undefined;
  if (kind === 'linux')
    return {
      forms: [{ key: kind, label: 'Linux', block: UNIX.chain([...downloaded(target, choice, UNIX), block]) }],
      note: `${label} runs on Linux; on Windows type this in WSL. It serves a folder that was checked first. It may not know this architecture.`,
      docs: 'vllm',
    };
  return {
    forms: [...inShells((shell) => downloaded(target, choice, shell)), { key: kind, label: 'Then, in Python', block }],
    note:
      'Fetched, hashed against this index, and only then loaded. The library may not know this architecture.' +
      (target.adapter ? ' Start Python in the same shell: the base model then comes from this hub, unhashed.' : ''),
    docs: 'python',
  };
}
