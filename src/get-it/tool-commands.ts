// Collects each tool's commands for a chosen version. The commands fetch the whole version at the indexed revision, and
// end with a check.
import { diffusersAdapter, peftAdapter } from './adapter-commands.ts';
import type { Choice } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { directAria2, directCurl, directLlamaCpp } from './direct-commands.ts';
import { curl, hf, oras } from './fetch-commands.ts';
import { diffusers, sentenceTransformers, transformers, transformersJs } from './load-commands.ts';
import { python } from './program-commands.ts';
import { pull } from './pull-command.ts';
import { llamaCpp, ollama, vllm } from './serve-commands.ts';
import type { TargetModel } from './target-model.ts';

/** A tool's tab on a model's page: its name and its content. */
export type ToolCommand = { key: string; label: string } & CommandBody;

type Tool = readonly [key: string, label: string, command: (target: TargetModel, choice: Choice) => CommandBody];

/** The tools: first the hub's own program, then programs that run the model, then those that only fetch it. */
const TOOLS: readonly Tool[] = [
  ['pull', 'pull', pull],
  ['llama-cpp', 'llama.cpp', llamaCpp],
  ['ollama', 'Ollama', ollama],
  ['sentence-transformers', 'sentence-transformers', sentenceTransformers],
  ['diffusers', 'diffusers', diffusers],
  ['transformers', 'transformers', transformers],
  ['transformers-js', 'transformers.js', transformersJs],
  ['vllm', 'vLLM', vllm],
  ['hf', 'hf', hf],
  ['curl', 'curl', curl],
  ['python', 'Python', python],
  ['oras', 'oras', oras],
];

/** The tools in an export. They need no hub. */
const DIRECT: typeof TOOLS = [
  ['curl', 'curl', directCurl],
  ['aria2', 'aria2', directAria2],
  ['llama-cpp', 'llama.cpp', directLlamaCpp],
];

/**
 * Gives every tool's commands for the chosen version, in the order in which they are shown. If a tool can't use that
 * version, gives the reason.
 */
export function commandsFor(target: TargetModel, choice: Choice): ToolCommand[] {
  return (target.direct ? DIRECT : TOOLS).map((tool) => {
    const [key, label, command] = tool;
    return {
      key,
      label,
      ...(target.adapter ? ofAdapter(tool, target, choice, target.adapter) : command(target, choice)),
    };
  });
}

/** Tools that run a whole model. An adapter runs only in the tool that loads it. */
const RUNNERS = [
  'llama-cpp',
  'ollama',
  'sentence-transformers',
  'diffusers',
  'transformers',
  'transformers-js',
  'vllm',
];

/** The tool that loads each kind of adapter, its commands, and its words on the page. */
const LOADERS = {
  peft: {
    key: 'transformers',
    command: peftAdapter,
    with: 'transformers with peft',
    unnamed: 'adapter_config.json names it',
  },
  diffusers: { key: 'diffusers', command: diffusersAdapter, with: 'diffusers', unnamed: 'nothing here names it' },
};

/** Gives the content of a tool's tab for an adapter, which needs its base model. */
function ofAdapter(
  [key, , command]: Tool,
  target: TargetModel,
  choice: Choice,
  { by, base, page }: NonNullable<TargetModel['adapter']>,
): CommandBody {
  const loader = LOADERS[by];
  const named = base ?? `its base model (${loader.unnamed})`;
  if (key === loader.key && base !== undefined) return loader.command(target, choice, base);
  if (RUNNERS.includes(key))
    return {
      missing: `This is an adapter, which runs on top of ${named}: ${loader.with} loads both.`,
      ...(base !== undefined && page !== undefined && { onward: { text: `Commands for ${base}`, href: page } }),
    };
  const body = command(target, choice);
  if ('missing' in body) return body;
  const note = `Without the base model, which has to be fetched as well: ${base ?? loader.unnamed}. ${body.note}`;
  return { ...body, note };
}

/**
 * Gives the command of the first tool for a choice, for a small part of a page; undefined if that tool can't use the
 * choice.
 */
export function firstCommand(target: TargetModel, choice: Choice): string | undefined {
  const command = (target.direct ? DIRECT : TOOLS)[0]![2](target, choice);
  return 'forms' in command ? command.forms[0]?.block : undefined;
}
