// The operator's tool: reads the command line, runs one command, turns every failure into a sentence and an exit code.
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import metadata from '../package.json' with { type: 'json' };
import { ConfigError } from '../src/config.ts';
import * as buildCommand from './commands/build.ts';
import * as importCommand from './commands/import.ts';
import * as probeCommand from './commands/probe.ts';
import * as serveCommand from './commands/serve.ts';
import * as startCommand from './commands/start.ts';
import * as statusCommand from './commands/status.ts';
import * as verifyCommand from './commands/verify.ts';
import { Failure, systemSentence } from './failure.ts';

const commands = [startCommand, importCommand, buildCommand, serveCommand, probeCommand, verifyCommand, statusCommand];

const ENVIRONMENT = `
Places and secrets come from the environment (HUB_DATA, HUB_DIST, HOST, PORT, …): see README.md.
Exit codes: 0 done, 1 the work failed, 2 the command was called wrongly.`;

/** Runs one command line (without node and script) and gives the exit code. */
export async function run(argv: string[]): Promise<number> {
  const program = new Command('model-hub')
    .description(metadata.description)
    .version(metadata.version)
    .helpCommand('help [command]', 'explain a command')
    .showHelpAfterError('(model-hub help lists the commands)')
    .addHelpText('after', ENVIRONMENT)
    .exitOverride();
  for (const { define } of commands) define(program);
  for (const command of program.commands)
    command.exitOverride().showHelpAfterError(`(model-hub ${command.name()} --help explains it)`);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`model-hub: ${sentence(error)}\n`);
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
