// Runs the one-file program `pull.mjs`. It does the work of `model-hub pull`, but needs no checkout.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { shownText } from '../../src/basics/shown-text.ts';
import { Failure, systemSentence, UsageFailure } from '../process/failure.ts';
import { pullModel } from './pull-model.ts';
import { PULL_EXAMPLES } from './pull-words.ts';

const USAGE = `Usage: node pull.mjs --hub URL owner/name[:QUANT] [FILE…]
       node pull.mjs models.lock

  --hub URL          the hub (default: HUB_URL)
  --to DIR           the folder (default: one named as the model)
  --cache            lay the files out as the cache of the public hub's clients
  --include PATTERN  only files that match (repeatable)
  --exclude PATTERN  no files that match (repeatable)
  --limit-rate RATE  the most bytes a second, such as 20M
  --offline          fetch nothing: check the files that are here
  --json             report each event as a line of JSON
`;

const many = { type: 'string', multiple: true } as const;
const OPTIONS = {
  hub: { type: 'string' },
  to: { type: 'string' },
  cache: { type: 'boolean' },
  include: many,
  exclude: many,
  'limit-rate': { type: 'string' },
  offline: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command with its arguments `words`, and returns the exit code. */
async function main(words: string[]): Promise<number> {
  const { values, positionals } = parsed(words);
  const [model, ...names] = positionals;
  if (values.help || model === undefined) {
    const help = `${USAGE}${PULL_EXAMPLES.replaceAll('PULL', 'node pull.mjs --hub URL')}\n`;
    (values.help ? process.stdout : process.stderr).write(help);
    return values.help ? 0 : 2;
  }
  const { ok } = await pullModel(model, names, { ...values, limitRate: values['limit-rate'] });
  return ok ? 0 : 1;
}

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
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
