// Lists every command of the command line in groups: the one table that the parser, the help, the completion and the docs read.
import { markdownTable } from '../../basics/shown-text.ts';
import { type CommandRow, optionWords } from './command-row.ts';
import { fillCommands } from './fill.ts';
import { runCommands } from './run.ts';
import { takeBackCommands } from './take-back.ts';
import { trustCommands } from './trust.ts';
import { tryCommands } from './try.ts';

/** The groups in their order, each with its commands. */
export const COMMAND_GROUPS = {
  Try: tryCommands,
  Fill: fillCommands,
  Run: runCommands,
  'Take back': takeBackCommands,
  Trust: trustCommands,
};

export type Groups = typeof COMMAND_GROUPS;
type Of<Row, Name extends string> = Row extends { commands: infer Inner extends Record<string, CommandRow> }
  ? `${Name} ${keyof Inner & string}`
  : Name;
/** The words that name the commands of a group, such as `import` or `account show`. */
export type NamesIn<Group> = { [Name in keyof Group & string]: Of<Group[Name], Name> }[keyof Group & string];
/** The row of the command with this name. */
export type RowIn<Group, Name> = Name extends keyof Group
  ? Group[Name]
  : Name extends `${infer First extends keyof Group & string} ${infer Second}`
    ? Group[First] extends { commands: Record<Second, infer Row> }
      ? Row
      : never
    : never;

/** Lists the commands with their rows, in the order of the help. */
export const allCommands = (): (readonly [string, CommandRow])[] =>
  Object.values(COMMAND_GROUPS).flatMap((group: Record<string, CommandRow>) =>
    Object.entries(group).flatMap(([name, row]) =>
      row.commands
        ? Object.entries(row.commands).map(([inner, innerRow]) => [`${name} ${inner}`, innerRow] as const)
        : [[name, row] as const],
    ),
  );

/** Writes the table of the commands as Markdown. */
export function commandsTable(): string {
  const rows = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, { does }], at) => [at === 0 ? group : '', `\`${name}\``, does]),
  );
  return markdownTable(['For', 'Command', 'Does'], rows);
}

/** Writes the arguments and options of every command as Markdown. */
export function commandOptions(): string {
  const parts = allCommands().flatMap(([name, { args = {}, options = {}, exit }]) => {
    const words = [
      ...Object.entries(args),
      ...Object.entries(options).map(([flags, one]) => [flags, optionWords(one)] as const),
    ];
    const rows = words.map(([word, does]) => [`\`${word.replaceAll('|', '\\|')}\``, does]);
    const end = exit ? `\n\nExits with 1 when ${exit}.` : '';
    return rows.length === 0 ? [] : [`### ${name}\n\n${markdownTable(['Word', 'Means'], rows)}${end}`];
  });
  return parts.join('\n\n');
}
