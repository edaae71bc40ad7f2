// Writes the command of this hub's own program, which fetches from all sources at once and checks every file against
// the index.

import type { Choice } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { inShells, picked } from './fetch-commands.ts';
import { globOf } from './globs.ts';
import { POWERSHELL } from './shell/shells.ts';
import type { TargetModel } from './target-model.ts';

export function pull(target: TargetModel, choice: Choice): CommandBody {
  const { id, baseUrl, pullUrl } = target;
  return {
    forms: inShells((shell) => {
      // In older versions of PowerShell, `curl` is an alias of another command.
      const curl = shell === POWERSHELL ? 'curl.exe' : 'curl';
      const run = `node pull.mjs --hub ${shell.word(baseUrl)} ${id}${picked(choice, shell, globOf)}`;
      return [shell.must(`${curl} -fsSO ${shell.word(pullUrl)}`), shell.must(run)];
    }),
    bytes: choice.bytes,
    note: 'All sources send at once, and every file is checked. Needs Node 20.3.',
    docs: 'pull',
  };
}
