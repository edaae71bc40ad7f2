// Reads a command line and runs the command it names.
import process from 'node:process';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import metadata from '../package.json' with { type: 'json' };
import { own } from '../src/basics/records.ts';
import { type CommandRow, helpNotes, optionWords } from '../src/docs/commands/command-row.ts';
import { COMMAND_GROUPS, type Groups } from '../src/docs/commands/commands.ts';
import type { RunsOf } from './commands/command-call.ts';
import { systemSentence, UsageFailure } from './process/failure.ts';

/** The code of each group of commands, which is loaded when somebody calls one of them. */
const RUNS: { [Group in keyof Groups]: () => Promise<RunsOf<Groups[Group]>> } = {
  Try: async () => (await import('./commands/try.ts')).tryRuns,
  Fill: async () => (await import('./commands/fill.ts')).fillRuns,
  Run: async () => (await import('./commands/run.ts')).runRuns,
  'Take back': async () => (await import('./commands/take-back.ts')).takeBackRuns,
  Trust: async () => (await import('./commands/trust.ts')).trustRuns,
};

const ENVIRONMENT = `
Places and secrets come from the environment (HUB_DATA, HUB_DIST, HOST, PORT, …): /docs/settings/ of a running hub lists them.
Exit codes: 0 done, 1 the work failed, 2 the command was called wrongly.`;

/** Adds the command of `row` in a group to `parent`. `path` is the names of the commands before it. */
function define(group: keyof Groups, parent: Command, name: string, row: CommandRow, path = ''): void {
  const command = parent.command(name).description(row.does).exitOverride();
  const full = `${path}${name}`;
  command.showHelpAfterError(`(model-hub ${full} --help explains it)`).addHelpText('after', `\n${helpNotes(row)}`);
  for (const [word, does] of Object.entries(row.args ?? {})) command.argument(word, does);
  for (const [flags, option] of Object.entries(row.options ?? {}))
    if (typeof option === 'string') command.option(flags, option);
    else command.option(flags, optionWords(option), (word: string, before: string[] = []) => [...before, word]);
  for (const [second, secondRow] of Object.entries(row.commands ?? {}))
    define(group, command, second, secondRow, `${full} `);
  const inner = Object.keys(row.commands ?? {}).join('|');
  command.action(async (...given) => {
    if (inner) throw new UsageFailure(`Say what: model-hub ${full} ${inner}.`);
    const runs = (await RUNS[group]()) as RunsOf<Record<string, CommandRow>>;
    const { CommandCall } = await import('./commands/command-call.ts');
    // After the arguments, Commander gives the options and the command itself.
    await own(runs, full)!(new CommandCall(given.at(-2)), ...(given.slice(0, -2) as never[]));
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
    for (const [name, row] of Object.entries<CommandRow>(commands)) define(group as keyof Groups, program, name, row);
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
