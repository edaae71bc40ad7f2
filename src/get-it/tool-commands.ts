// Collects each tool's commands for a chosen version. The commands fetch the whole version at the indexed revision, and
// end with a check.
import type { Choice, CommandBody } from './command-body.ts';
import { curl, directAria2, directCurl, hf, pull } from './fetch-commands.ts';
import { llamaCpp, loaded, ollama } from './run-commands.ts';
import type { TargetModel } from './target-model.ts';

/** A tool's tab on a model's page: its name and its content. */
export type ToolCommand = { key: string; label: string } & CommandBody;

type Tool = readonly [key: string, label: string, command: (target: TargetModel, choice: Choice) => CommandBody];

/** The tools in an export. They need no hub. */
const DIRECT: readonly Tool[] = [
  ['curl', 'curl', directCurl],
  ['aria2', 'aria2', directAria2],
];

/** Lists the tools: first the hub's own program, then programs that run the model, then those that only fetch it. */
function toolsFor({ direct, programs }: TargetModel): readonly Tool[] {
  if (direct) return DIRECT;
  return [
    ['pull', 'pull', pull],
    ['llama-cpp', 'llama.cpp', llamaCpp],
    ['ollama', 'Ollama', ollama],
    ...programs.map((program): Tool => [program.key, program.label, (of, choice) => loaded(of, choice, program)]),
    ['hf', 'hf', hf],
    ['curl', 'curl', curl],
  ];
}

/**
 * Gives every tool's commands for the chosen version, in the order in which they are shown. If a tool can't use that
 * version, gives the reason.
 */
export function commandsFor(target: TargetModel, choice: Choice): ToolCommand[] {
  const { adapter, programs } = target;
  return toolsFor(target).map(([key, label, command]) => {
    const body = command(target, choice);
    if (!adapter || 'missing' in body || programs.some((program) => program.key === key))
      return { key, label, ...body };
    const base = adapter.base ?? 'the files name it';
    const note = `Without the base model, which has to be fetched as well: ${base}. ${body.note}`;
    return { key, label, ...body, note };
  });
}

/**
 * Gives the command of the first tool for a choice, for a small part of a page; undefined if that tool can't use the
 * choice.
 */
export function firstCommand(target: TargetModel, choice: Choice): string | undefined {
  const command = toolsFor(target)[0]![2](target, choice);
  return 'forms' in command ? command.forms[0]?.block : undefined;
}
