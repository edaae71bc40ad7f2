// Writes SHA256SUMS, which lists a model's files in the format of `sha256sum --strict -c` (decision 0019).
import type { ModelFile } from '../../shapes/objects.ts';

export const SHA256SUMS = 'SHA256SUMS';

/**
 * Writes a line for each file, in the given order. Leaves out a SHA256SUMS in the repository, because this text
 * replaces it. Writes `./-` for a file named `-`, which tools would read as standard input.
 */
export function sha256sums(files: ModelFile[]): string {
  let text = '';
  for (const { path, sha256 } of files) if (path !== SHA256SUMS) text += `${sha256}  ${path === '-' ? './-' : path}\n`;
  return text;
}

/** Lists the files in a text that `sha256sums` wrote, in the same order. */
export function filesInSums(text: string): { path: string; sha256: string }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))
    .map(({ path, ...rest }) => ({ ...rest, path: path === './-' ? '-' : path }));
}
