// Runs the one-file program `pull.mjs`. It does the work of `model-hub pull`, but needs no checkout.
import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { shownText } from '../../src/basics/shown-text.ts';
import { helpNotes } from '../../src/docs/commands/command-row.ts';
import { pullCommand } from '../../src/docs/commands/pull.ts';
import { Failure, systemSentence, UsageFailure } from '../process/failure.ts';
import { type PullOptions, pullModel } from './pull-model.ts';

const FLAGS = Object.entries(pullCommand.options);

const HELP = `Usage: node pull.mjs --hub URL owner/name[:QUANT] [FILE…]
       node pull.mjs models.lock

${FLAGS.map(([flags, does]) => `  ${flags.padEnd(25)}${does}\n`).join('')}
${helpNotes(pullCommand).replaceAll('model-hub pull', 'node pull.mjs --hub URL')}
`;

/** Makes the settings of Node's parser from the options of `model-hub pull`. */
const options: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } };
for (const [flags] of FLAGS) {
  const [flag = '', value] = flags.split(' ');
  options[flag.slice('--'.length)] = { type: value ? 'string' : 'boolean', multiple: value?.includes('...') ?? false };
}

/** Runs the command with its arguments `words`, and returns the exit code. */
async function main(words: string[]): Promise<number> {
  const { values, positionals } = parsed(words);
  const [model, ...names] = positionals;
  if (values.help || model === undefined) {
    (values.help ? process.stdout : process.stderr).write(HELP);
    return values.help ? 0 : 2;
  }
  const { ok } = await pullModel(model, names, values);
  return ok ? 0 : 1;
}

function parsed(words: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
    return { values: values as PullOptions & { help?: boolean }, positionals };
  } catch (error) {
    throw new UsageFailure((error as Error).message);
  }
}

function failed(error: unknown): number {
  const { message, stack, path } = error as NodeJS.ErrnoException;
  const said = error instanceof Failure ? message : systemSentence(error, path ?? 'the operating system');
  process.stderr.write(`pull: ${shownText(said ?? stack ?? message)}\n`);
  return error instanceof Failure ? error.exitCode : 1;
}

// A reader such as `head` may close the pipe early, which is no failure.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2)).catch(failed);
