// The command of this hub's own program, which fetches from all sources at once and checks every file against the
// index.
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { inShells } from './fetch-ways.ts';
import { globOf } from './globs.ts';
import { POWERSHELL, type Shell } from './shell/shells.ts';
import type { WayBody } from './way-body.ts';

export function pull(asked: AskedModel, choice: Choice): WayBody {
  const { id, baseUrl, pullUrl } = asked;
  return {
    forms: inShells((shell) => {
      // In older versions of PowerShell, `curl` is an alias of another command.
      const curl = shell === POWERSHELL ? 'curl.exe' : 'curl';
      const run = `node pull.mjs --hub ${shell.word(baseUrl)} ${id}${picked(choice, shell)}`;
      return [shell.must(`${curl} -fsSO ${shell.word(pullUrl)}`), shell.must(run)];
    }),
    bytes: choice.bytes,
    note: 'All sources send at once, and every file is checked. Needs Node 20.3.',
    docs: 'pull',
  };
}

/** Writes the words that select files: names, or an option for each pattern. */
function picked({ paths, only, without = [] }: Choice, { word, more }: Shell): string {
  // The program would take a name that begins with a dash for an option.
  if (paths && !paths.some((path) => path.startsWith('-')))
    return paths.map((path) => ` ${word(globOf(path))}`).join('');
  const wanted = only ?? paths?.map(globOf) ?? [];
  const options = [
    ...wanted.map((glob) => `--include=${word(glob)}`),
    ...without.map((glob) => `--exclude=${word(glob)}`),
  ];
  return options.map((option) => (options.length > 1 ? more : ' ') + option).join('');
}
