// Collects each tool's commands for a chosen version. The commands fetch the whole version at the indexed revision, and
// end with a check.
import type { Choice, ToolCommand } from './command-body.ts';
import { curl, hf, pull } from './fetch-commands.ts';
import { programCommands } from './library-programs.ts';
import { llamaCpp, ollama } from './run-commands.ts';
import type { TargetModel } from './target-model.ts';

/**
 * Gives the commands for the chosen version of every tool that can use it. The tools that most people have come first:
 * Ollama for a GGUF, else hf.
 */
export function commandsFor(target: TargetModel, choice: Choice): ToolCommand[] {
  const { isDirect, adapter, sources } = target;
  const fetching = (fetch: typeof curl) => {
    const command = fetch(target, choice);
    const base = adapter?.base ?? 'the files name it';
    const note = `Without the base model, which has to be fetched as well: ${base}. ${command?.note}`;
    return command && adapter ? { ...command, note } : command;
  };
  // An export has no hub, so only curl can fetch from it.
  const commands = isDirect
    ? [fetching(curl)]
    : [
        ollama(target, choice),
        fetching(hf),
        llamaCpp(target, choice),
        ...programCommands(target, choice),
        sources.length > 1 ? fetching(pull) : undefined,
        fetching(curl),
      ];
  return commands.filter((command) => command !== undefined);
}

/** Gives the command of the first tool that can use a choice, for a small part of a page; undefined if none can. */
export function firstCommand(target: TargetModel, choice: Choice): string | undefined {
  const [first] = commandsFor(target, choice);
  return (first?.short ?? first?.forms)?.[0]?.block;
}
