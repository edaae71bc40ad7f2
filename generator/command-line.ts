// Reads a command line and runs the command it names.
import process from 'node:process';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import metadata from '../package.json' with { type: 'json' };
import { own } from '../src/basics/records.ts';
import { type CommandRow, helpNotes, optionWords } from '../src/docs/commands/command-row.ts';
import { COMMAND_GROUPS, type CommandName } from '../src/docs/commands/commands.ts';
import { systemSentence, UsageFailure } from './process/failure.ts';

type Run = (...given: never[]) => Promise<void>;

/** The code of each command, which is loaded when somebody calls it. */
const RUNS: Record<CommandName, () => Promise<Run>> = {
  'account delete': async () => (await import('./commands/account.ts')).forget,
  'account show': async () => (await import('./commands/account.ts')).show,
  'archive takedown': async () => (await import('./commands/archive.ts')).takedown,
  'archive verify': async () => (await import('./commands/archive.ts')).verify,
  backup: async () => (await import('./commands/backup.ts')).run,
  build: async () => (await import('./commands/build.ts')).run,
  completion: async () => (await import('./commands/completion.ts')).run,
  day: async () => (await import('./commands/day.ts')).run,
  export: async () => (await import('./commands/export.ts')).run,
  fetch: async () => (await import('./commands/fetch.ts')).run,
  import: async () => (await import('./commands/import.ts')).run,
  index: async () => (await import('./commands/index.ts')).run,
  key: async () => (await import('./commands/key.ts')).run,
  lock: async () => (await import('./commands/lock.ts')).run,
  mirror: async () => (await import('./commands/mirror.ts')).run,
  prune: async () => (await import('./commands/prune.ts')).run,
  publish: async () => (await import('./commands/publish.ts')).run,
  pull: async () => (await import('./commands/pull.ts')).run,
  push: async () => (await import('./commands/push.ts')).run,
  restore: async () => (await import('./commands/restore.ts')).run,
  rollback: async () => (await import('./commands/rollback.ts')).run,
  serve: async () => (await import('./commands/serve.ts')).run,
  start: async () => (await import('./commands/start.ts')).run,
  status: async () => (await import('./commands/status.ts')).run,
  verify: async () => (await import('./commands/verify.ts')).run,
  withdraw: async () => (await import('./commands/withdraw.ts')).run,
  witness: async () => (await import('./commands/witness.ts')).run,
};

const ENVIRONMENT = `
Places and secrets come from the environment (HUB_DATA, HUB_DIST, HOST, PORT, …): /docs/settings/ of a running hub lists them.
Exit codes: 0 done, 1 the work failed, 2 the command was called wrongly.`;

/** Adds the command of `row` to `parent`. `path` is the names of the commands before it. */
function define(parent: Command, name: string, row: CommandRow, path = ''): void {
  const command = parent.command(name).description(row.does).exitOverride();
  const full = `${path}${name}`;
  command.showHelpAfterError(`(model-hub ${full} --help explains it)`).addHelpText('after', `\n${helpNotes(row)}`);
  for (const [word, does] of Object.entries(row.args ?? {})) command.argument(word, does);
  for (const [flags, option] of Object.entries(row.options ?? {}))
    if (typeof option === 'string') command.option(flags, option);
    else command.option(flags, optionWords(option), (word: string, before: string[] = []) => [...before, word]);
  for (const [second, secondRow] of Object.entries(row.commands ?? {})) define(command, second, secondRow, `${full} `);
  const inner = Object.keys(row.commands ?? {}).join('|');
  command.action(async (...given) => {
    if (inner) throw new UsageFailure(`Say what: model-hub ${full} ${inner}.`);
    // Commander adds the command itself to the words that it was given.
    await (await own(RUNS, full)!())(...(given.slice(0, -1) as never[]));
  });
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
    for (const [name, row] of Object.entries<CommandRow>(commands)) define(program, name, row);
  }
  program.commandsGroup('Help:').helpCommand('help [command]', 'explain a command');
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
