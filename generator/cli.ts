// The operator's tool: runs one command, turns every failure into a sentence and an exit code.
import process from 'node:process';
import { shownText } from '../src/basics/shown-text.ts';
import { ConfigError } from '../src/service/config.ts';
import { serveFromEnvironment } from './commands/serve.ts';
import { Failure, systemSentence } from './process/failure.ts';

/** Runs one command line (without node and script) and gives the exit code. */
export async function run(argv: string[]): Promise<number> {
  try {
    if (argv.length > 1 || argv[0] !== 'serve') return await (await import('./command-line.ts')).runCommandLine(argv);
    // A server is started often and takes no options: it does not wait for the reader of command lines to be loaded.
    await serveFromEnvironment();
    return 0;
  } catch (error) {
    process.stderr.write(`model-hub: ${shownText(sentence(error))}\n`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

/** One sentence for what is expected to happen to people; the whole stack for what is our mistake. */
function sentence(error: unknown): string {
  if (error instanceof Failure || error instanceof ConfigError) return error.message;
  const { path, message, stack } = error as NodeJS.ErrnoException;
  const refused = systemSentence(error, path ?? 'the operating system');
  if (refused !== undefined) return refused;
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return (isOurs ? stack : message) ?? String(error);
}

process.exitCode = await run(process.argv.slice(2));
