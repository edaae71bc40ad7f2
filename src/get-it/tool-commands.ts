// Collects each tool's commands for a chosen version. The commands fetch the whole version at the indexed revision, and
// end with a check.
import type { Choice, CommandBody } from './command-body.ts';
import { curl, directCurl, hf, pull } from './fetch-commands.ts';
import { llamaCpp, loaded, ollama } from './run-commands.ts';
import type { TargetModel } from './target-model.ts';

/** A tool's tab on a model's page: its name and its content. */
export type ToolCommand = { key: string; label: string } & CommandBody;

type Tool = readonly [
  key: string,
  label: string,
  command: (target: TargetModel, choice: Choice) => CommandBody | undefined,
];

/** Lists the tools, those that most people have first: Ollama for a GGUF, else hf. */
function toolsFor({ isDirect, programs, sources }: TargetModel): readonly Tool[] {
  // An export has no hub.
  if (isDirect) return [['curl', 'curl', directCurl]];
  return [
    ['ollama', 'Ollama', ollama],
    ['hf', 'hf', hf],
    ['llama-cpp', 'llama.cpp', llamaCpp],
    ...programs.map((program): Tool => [program.key, program.label, (of, choice) => loaded(of, choice, program)]),
    ...(sources.length > 1 ? [['pull', 'Fastest: all sources at once', pull] as const] : []),
    ['curl', 'curl', curl],
  ];
}

/** Gives the commands for the chosen version of every tool that can use it, in the order in which they are shown. */
export function commandsFor(target: TargetModel, choice: Choice): ToolCommand[] {
  const { adapter, programs } = target;
  return toolsFor(target).flatMap(([key, label, command]) => {
    const body = command(target, choice);
    if (!body) return [];
    if (!adapter || programs.some((program) => program.key === key)) return [{ key, label, ...body }];
    const base = adapter.base ?? 'the files name it';
    const note = `Without the base model, which has to be fetched as well: ${base}. ${body.note}`;
    return [{ key, label, ...body, note }];
  });
}

/** Gives the command of the first tool that can use a choice, for a small part of a page; undefined if none can. */
export function firstCommand(target: TargetModel, choice: Choice): string | undefined {
  const [first] = commandsFor(target, choice);
  return (first?.short ?? first?.forms)?.[0]?.block;
}
