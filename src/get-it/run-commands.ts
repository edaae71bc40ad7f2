// Writes commands that fetch the chosen files, check them, and run them.
import { type Choice, DOCS_PARTS, type ToolCommand } from './command-body.ts';
import { downloaded, inOneLine, inShells } from './fetch-commands.ts';
import { type Shell, UNIX } from './shells.ts';
import type { TargetModel } from './target-model.ts';

/**
 * Makes the commands for llama.cpp. In the short one it fetches the file of a tag itself, which may be of a newer
 * revision.
 */
export function llamaCpp(target: TargetModel, choice: Choice): ToolCommand | undefined {
  const { main, projector, tag } = choice;
  if (target.adapter || choice.format !== 'gguf' || !main) return undefined;
  const { id, name, baseUrl } = target;
  const run = (shell: Shell) =>
    `llama-server -m ${shell.path(`${name}/${main.path}`)}${projector ? ` --mmproj ${shell.path(`${name}/${projector.path}`)}` : ''}`;
  const short = () => `llama-server -hf ${id}${tag === 'latest' ? '' : `:${tag}`}`;
  return {
    key: 'llama-cpp',
    label: 'llama.cpp',
    forms: inShells((shell) => [...downloaded(target, choice, shell), run(shell)]),
    note: 'llama.cpp hashes nothing, so the second command of hf does. It takes the first of several shards, and finds the others beside it.',
    ...(tag !== undefined && { short: inOneLine('MODEL_ENDPOINT', `${baseUrl}/`, short) }),
    docs: DOCS_PARTS.llamaCpp,
  };
}

/**
 * Makes the commands for Ollama, which takes models of one file with a tag. Its own rules forbid a dot in an owner, and
 * parts of over 80 characters.
 */
export function ollama(target: TargetModel, choice: Choice): ToolCommand | undefined {
  const { owner, name, baseUrl, repository } = target;
  if (target.adapter || choice.format !== 'gguf' || !choice.main || choice.sharded) return undefined;
  if (choice.tag === undefined || owner.includes('.') || owner.length > 80 || name.length > 80 || !repository)
    return undefined;
  const reference = `${repository}:${choice.tag}`;
  const pulled = `${baseUrl.startsWith('http:') ? '--insecure ' : ''}${reference}`;
  const hash = `sha256-${choice.main.sha256}`;
  return {
    key: 'ollama',
    label: 'Ollama',
    forms: inShells((shell) => [
      shell.must(`ollama pull ${pulled}`),
      shell === UNIX
        ? `ollama show --modelfile ${reference} |\n  grep -o ${hash}`
        : `if (!(ollama show --modelfile ${reference} |\n  Select-String -SimpleMatch ${hash})) { throw 'another file' }`,
      `ollama run ${reference}`,
    ]),
    note:
      'Ollama hashes every layer itself. A tag moves with the index: the longer form runs nothing if ' +
      ' what you have is not this revision’s file.',
    short: inShells(() => [`ollama run ${pulled}`]),
    docs: DOCS_PARTS.ollama,
  };
}
