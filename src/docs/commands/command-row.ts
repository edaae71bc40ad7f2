// Describes one command of the command line: what its help, its completion and the docs say, and what its parser takes.

/** Sentences by the word that they explain, as commander writes words: `<needed>`, `[optional]`, `[many...]`. */
type Words = Readonly<Record<string, string>>;

export interface CommandRow {
  does: string;
  args?: Words;
  /** The options by their flags. A repeatable one may be given several times, with one value each. */
  options?: Readonly<Record<string, string | { readonly repeatable: string }>>;
  /** Paragraphs for those who want to know more. */
  about?: string;
  examples?: readonly string[];
  /** When the command exits with 1, beside a failure of its work. */
  exit?: string;
  /** Commands that stand behind this one, as in `account show`. */
  commands?: Readonly<Record<string, CommandRow>>;
}

type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type OptionName<Flags> = Flags extends `--${infer Name} ${string}`
  ? Camel<Name>
  : Flags extends `--${infer Name}`
    ? Camel<Name>
    : never;
type OptionValue<Flags, Words> = Words extends { repeatable: string }
  ? string[]
  : Flags extends `${string}...>`
    ? string[]
    : Flags extends `${string}]`
      ? string | true
      : Flags extends `${string}>`
        ? string
        : true;
/** The values of a command's options, as the parser gives them. */
export type OptionsOf<Row> = Row extends { options: infer Options }
  ? { [Flags in keyof Options as OptionName<Flags>]?: OptionValue<Flags, Options[Flags]> }
  : object;

/** Gives the sentence of an option. */
export const optionWords = (option: NonNullable<CommandRow['options']>[string]): string =>
  typeof option === 'string' ? option : `${option.repeatable} (repeatable)`;

/** Gives the part of a command's help that follows its options. */
export function helpNotes({ about, exit, examples = [] }: CommandRow): string {
  const parts = [about, exit && `Exits with 1 when ${exit}.`, examples.length > 0 && 'Examples:'];
  return `${parts.filter(Boolean).join('\n\n')}${examples.map((line) => `\n  $ ${line}`).join('')}`;
}
