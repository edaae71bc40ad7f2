// Writes the command of this hub's own program, which fetches from all sources at once and checks every file against
// the index.
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { inShells, picked } from './fetch-ways.ts';
import { globOf } from './globs.ts';
import { POWERSHELL } from './shell/shells.ts';
import type { WayBody } from './way-body.ts';

export function pull(asked: AskedModel, choice: Choice): WayBody {
  const { id, baseUrl, pullUrl } = asked;
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
