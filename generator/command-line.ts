// Reads a command line and runs the command it names.
import process from 'node:process';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import metadata from '../package.json' with { type: 'json' };
import { own } from '../src/basics/own.ts';
import { COMMAND_GROUPS, type CommandName } from '../src/docs/commands.ts';
import * as accountCommand from './commands/account.ts';
import * as archiveCommand from './commands/archive.ts';
import * as backupCommand from './commands/backup.ts';
import * as buildCommand from './commands/build.ts';
import * as dayCommand from './commands/day.ts';
import * as exportCommand from './commands/export.ts';
import * as fetchCommand from './commands/fetch.ts';
import * as importCommand from './commands/import.ts';
import * as indexCommand from './commands/index.ts';
import * as keyCommand from './commands/key.ts';
import * as lockCommand from './commands/lock.ts';
import * as mirrorCommand from './commands/mirror.ts';
import * as pruneCommand from './commands/prune.ts';
import * as publishCommand from './commands/publish.ts';
import * as pullCommand from './commands/pull.ts';
import * as pushCommand from './commands/push.ts';
import * as restoreCommand from './commands/restore.ts';
import * as rollbackCommand from './commands/rollback.ts';
import * as serveCommand from './commands/serve.ts';
import * as startCommand from './commands/start.ts';
import * as statusCommand from './commands/status.ts';
import * as verifyCommand from './commands/verify.ts';
import * as withdrawCommand from './commands/withdraw.ts';
import * as witnessCommand from './commands/witness.ts';
import { systemSentence } from './process/failure.ts';

/** The module of each command, by the command's name. */
const modules: Record<CommandName, { define: (program: Command) => void }> = {
  account: accountCommand,
  archive: archiveCommand,
  backup: backupCommand,
  build: buildCommand,
  day: dayCommand,
  export: exportCommand,
  fetch: fetchCommand,
  import: importCommand,
  index: indexCommand,
  key: keyCommand,
  lock: lockCommand,
  mirror: mirrorCommand,
  prune: pruneCommand,
  publish: publishCommand,
  pull: pullCommand,
  push: pushCommand,
  restore: restoreCommand,
  rollback: rollbackCommand,
  serve: serveCommand,
  start: startCommand,
  status: statusCommand,
  verify: verifyCommand,
  withdraw: withdrawCommand,
  witness: witnessCommand,
};

const ENVIRONMENT = `
Places and secrets come from the environment (HUB_DATA, HUB_DIST, HOST, PORT, …): /docs/settings/ of a running hub lists them.
Exit codes: 0 done, 1 the work failed, 2 the command was called wrongly.`;

/** Makes the help show defaults as a user would type them, without quotes. */
function showDefaults({ options, commands }: Command): void {
  for (const option of options)
    if (option.defaultValue !== undefined) option.defaultValueDescription ??= String(option.defaultValue);
  for (const command of commands) showDefaults(command as Command);
}

/**
 * Runs the command line `argv`, without the names of node and of the script, and returns the exit code. Prints the help
 * if `argv` is empty. Throws what the command throws.
 */
export async function runCommandLine(argv: string[]): Promise<number> {
  outliveOutput();
  const program = new Command('model-hub')
    .description(metadata.description)
    .version(metadata.version)
    .showHelpAfterError('(model-hub help lists the commands)')
    .addHelpText('after', ENVIRONMENT)
    .exitOverride()
    .configureHelp({
      styleTitle: (text) => styleText('bold', text),
      styleSubcommandText: (text) => styleText('cyan', text),
    })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'model-hub: ')) });
  for (const [group, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(`${group}:`);
    for (const [name, does] of Object.entries(commands)) {
      own(modules, name)!.define(program);
      program.commands.at(-1)!.description(does);
    }
  }
  program.commandsGroup('Help:').helpCommand('help [command]', 'explain a command');
  for (const command of program.commands) {
    command.exitOverride().showHelpAfterError(`(model-hub ${command.name()} --help explains it)`);
    showDefaults(command);
  }
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/**
 * Keeps the command running when its output can't be written: an unhandled `error` event of a stream would end the
 * process. A command that can't write its result to standard output fails, and standard error gives the reason. A
 * closed pipe (`| head`) is no failure.
 */
function outliveOutput(): void {
  const { stdout, stderr } = process;
  // Standard error holds only progress and complaints. When it can't be written, the exit code alone reports a failure.
  stderr.on('error', () => {});
  let isReported = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReported || error.code === 'EPIPE') return;
    isReported = true;
    process.exitCode = 1;
    stderr.write(`model-hub: ${systemSentence(error, 'standard output') ?? error.message}\n`);
  });
}
