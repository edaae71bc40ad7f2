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
  const names = new Set(allCommands().map(([name]) => name.split(' ')[0]));
  return `_model_hub() {
  local line="\${COMP_WORDS[*]:1}" words='${[...names].join(' ')}'
  case $line in
${options.join('\n')}
    'account '*) words='show delete' ;;
    'archive '*) words='verify takedown' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _model_hub model-hub
`;
}
