// Collects each tool's commands for a chosen version. The commands fetch the whole version at the indexed revision, and
// end with a check.
import type { Choice, CommandBody } from './command-body.ts';
import { curl, hf, pull } from './fetch-commands.ts';
import { llamaCpp, loaded, ollama } from './run-commands.ts';
import type { TargetModel } from './target-model.ts';

/** A tool's tab on a model's page: its name and its content. */
export type ToolCommand = { key: string; label: string } & CommandBody;

/**
 * Gives the commands for the chosen version of every tool that can use it. The tools that most people have come first:
 * Ollama for a GGUF, else hf.
 */
export function commandsFor(target: TargetModel, choice: Choice): ToolCommand[] {
  const { isDirect, adapter, programs, sources } = target;
  const fetching = (fetch: typeof curl) => {
    const body = fetch(target, choice);
    const base = adapter?.base ?? 'the files name it';
    const note = `Without the base model, which has to be fetched as well: ${base}. ${body?.note}`;
    return body && adapter ? { ...body, note } : body;
  };
  const tools: (readonly [key: string, label: string, body: CommandBody | undefined])[] = [
    ['ollama', 'Ollama', ollama(target, choice)],
    ['hf', 'hf', fetching(hf)],
    ['llama-cpp', 'llama.cpp', llamaCpp(target, choice)],
    ...programs.map((program) => [program.key, program.label, loaded(target, choice, program)] as const),
    ['pull', 'Fastest: all sources at once', sources.length > 1 ? fetching(pull) : undefined],
    ['curl', 'curl', fetching(curl)],
  ];
  // An export has no hub, so only curl can fetch from it.
  return (isDirect ? tools.slice(-1) : tools).flatMap(([key, label, body]) => (body ? [{ key, label, ...body }] : []));
}

/** Gives the command of the first tool that can use a choice, for a small part of a page; undefined if none can. */
export function firstCommand(target: TargetModel, choice: Choice): string | undefined {
  const [first] = commandsFor(target, choice);
  return (first?.short ?? first?.forms)?.[0]?.block;
}
