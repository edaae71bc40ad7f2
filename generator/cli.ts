// The operator's tool: runs one command, and turns every failure into a sentence and an exit code.
import process from 'node:process';
import { keepFilesPrivate } from '../functions/stores/bytes/file-modes.ts';
import { shownText } from '../src/basics/shown-text.ts';
import { serveConfigured } from './commands/serve.ts';
import { Failure } from './process/failure.ts';
import { readSecretFiles } from './process/secret-files.ts';
import { sentenceOf } from './process/sentence-of.ts';

/** Runs the command line `argv`, without the names of node and of the script, and returns the exit code. */
export async function run(argv: string[]): Promise<number> {
  try {
    // The check of settings reads them itself, to report a file that can't be read as its finding.
    if (argv[0] !== 'status' || !argv.includes('--check')) readSecretFiles(process.env);
    return await runCommand(argv);
  } catch (error) {
    return failed(error);
  }
}

async function runCommand(argv: string[]): Promise<number> {
  if (argv.length > 1 || argv[0] !== 'serve') return (await import('./command-line.ts')).runCommandLine(argv);
  // `serve` without options needs no parser of command lines, which takes time to load. Servers start often.
  await serveConfigured();
  return 0;
}

/** Prints the reason of the failure to standard error, and returns the exit code. */
function failed(error: unknown): number {
  // Indents further lines, so that none of them can pass for a line of a report.
  process.stderr.write(`model-hub: ${shownText(sentenceOf(error)).replaceAll('\n', '\n  ')}\n`);
  return error instanceof Failure ? error.exitCode : 1;
}

keepFilesPrivate();
process.exitCode = await run(process.argv.slice(2));
