// Writes commands for programs that serve a model: llama.cpp and Ollama, which read GGUF files, and vLLM.
import { encodePath, fileName } from '../nouns/file-path.ts';
import type { Choice, ChoiceFile } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { docsPart } from './docs-parts.ts';
import { downloaded, inShells } from './fetch-commands.ts';
import { fetchedFrom } from './shell/one-file.ts';
import { POWERSHELL, type Shell, UNIX } from './shell/shells.ts';
import type { TargetModel } from './target-model.ts';

/** Says that `program` can't run the choice, and where to look for a GGUF. */
export function withoutGguf(program: string, { name, browse }: TargetModel, { format }: Choice): CommandBody {
  const search = encodeURIComponent(name.replace(/-(hf|fp16|bf16)$/i, ''));
  return {
    missing: `${program} runs GGUF files, and ${format === 'all' ? 'no single one is chosen' : 'the chosen version has none'}.`,
    onward: { text: 'Look for a GGUF build of it', href: `${browse}?search=${search}&filter=gguf` },
  };
}

export function llamaCpp(target: TargetModel, choice: Choice): CommandBody {
  const { main, projector } = choice;
  if (choice.format !== 'gguf' || !main) return withoutGguf('llama.cpp', target, choice);
  if (choice.sharded)
    return {
      forms: inShells((shell) => [
        ...downloaded(target, choice, shell),
        `llama-server -m ${shell.path(`${target.name}/${main.path}`)}`,
      ]),
      bytes: choice.bytes,
      note: 'It comes in shards: llama.cpp is given the first and finds the others beside it. It hashes nothing, so the second command of hf does.',
      docs: 'llamaCpp',
    };
  const files = projector ? [main, projector] : [main];
  const run = (shell: Shell) =>
    `llama-server -m ${shell.path(fileName(main.path))}${projector ? ` --mmproj ${shell.path(fileName(projector.path))}` : ''}`;
  return {
    forms: inShells((shell) => [...files.flatMap((file) => fetchedOne(target.filesUrl, file, shell)), run(shell)]),
    bytes: choice.bytes,
    note:
      'llama.cpp hashes nothing, so the command behind each download does (on macOS: shasum -a 256 -c).' +
      `${choice.tag === undefined ? '' : ' Not bound to this revision:'}`,
    ...(choice.tag !== undefined && {
      short: shortCommand(target, choice.tag),
    }),
    docs: 'llamaCpp',
  };
}

/**
 * Makes a short command, with which llama.cpp itself fetches the file of a tag. The file may be of a newer revision.
 */
function shortCommand({ baseUrl, id }: TargetModel, tag: string): Record<Shell['key'], string> {
  const run = `llama-server -hf ${id}${tag === 'latest' ? '' : `:${tag}`}`;
  return {
    unix: `MODEL_ENDPOINT=${baseUrl}/ ${run}`,
    powershell: `${POWERSHELL.set('MODEL_ENDPOINT', `${baseUrl}/`)}; ${run}`,
  };
}

/** Makes commands that fetch one file with curl and check it. */
function fetchedOne(filesUrl: string, { path, sha256 }: ChoiceFile, shell: Shell): string[] {
  return fetchedFrom(filesUrl + encodePath(path), { path: fileName(path), sha256 }, shell);
}

export function ollama(target: TargetModel, choice: Choice): CommandBody {
  const { owner, name, plain, repository, docs } = target;
  if (choice.format !== 'gguf' || !choice.main) return withoutGguf('Ollama', target, choice);
  if (choice.sharded)
    return {
      missing: 'Ollama takes models of one file, and this one comes in shards.',
      onward: { text: 'llama.cpp runs shards', href: docsPart(docs, 'llamaCpp') },
    };
  if (choice.tag === undefined)
    return { missing: 'Ollama asks for a tag, and a file without a quantisation in its name has none.' };
  if (owner.includes('.') || owner.length > 80 || name.length > 80 || repository === undefined)
    return {
      missing: 'Ollama’s own rules forbid this name: no dot in an owner, no part over 80 characters.',
      onward: { text: 'What Ollama takes', href: docsPart(docs, 'ollama') },
    };
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
    bytes: choice.bytes,
    note:
      'Ollama hashes every layer itself. A tag moves with the index: the second command fails, and nothing ' +
      'is run, if what you have is not this revision’s file.',
    docs: 'ollama',
  };
}

export function vllm(target: TargetModel, choice: Choice): CommandBody {
  const { name, browse, has } = target;
  const config = has.includes('config.json');
  const isLoaded = ['safetensors', 'pytorch', 'all'].includes(choice.format);
  const isAtRoot = choice.main !== undefined && /^[^/]+\.(safetensors|bin|pt)$/.test(choice.main.path);
  if (!config || !isLoaded || !isAtRoot)
    return {
      missing:
        'vLLM loads a folder with config.json and safetensors or PyTorch weights beside it, and ' +
        `${config ? 'the chosen version has none' : 'this model has no config.json at its root'}.`,
      onward: { text: `Look for other builds of ${name}`, href: `${browse}?search=${encodeURIComponent(name)}` },
    };
  const block = UNIX.chain([...downloaded(target, choice, UNIX), `vllm serve ./${target.name}`]);
  return {
    forms: [{ key: 'linux', label: 'Linux', block }],
    bytes: choice.bytes,
    note:
      'vLLM runs on Linux; on Windows type this in WSL. It hashes nothing, so it serves a folder that was ' +
      'checked first. It may not know this architecture.',
    docs: 'vllm',
  };
}
