// `model-hub completion`: prints the script by which bash completes command lines.
import process from 'node:process';
import { allCommands } from '../../src/docs/commands/commands.ts';

export async function run(): Promise<void> {
  process.stdout.write(script());
}

/** Makes the script by which bash completes the words of a command line. */
function script(): string {
  const options = allCommands().map(([name, { options = {} }]) => {
    const flags = Object.keys(options).map((words) => words.split(' ')[0]);
    return `    '${name}'*) words='${flags.join(' ')}' ;;`;
  });
  const inner = Map.groupBy(allCommands(), ([name]) => name.split(' ')[0]!);
  const seconds = [...inner].flatMap(([name, rows]) => {
    const words = rows.flatMap(([full]) => full.split(' ').slice(1));
    return words.length === 0 ? [] : `    '${name} '*) words='${words.join(' ')}' ;;`;
  });
  return `_model_hub() {
  local line="\${COMP_WORDS[*]:1}" words='${[...inner.keys()].join(' ')}'
  case $line in
${[...options, ...seconds].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _model_hub model-hub
`;
}
