// SHA256SUMS: a model's files in the format of `sha256sum --strict -c` (decision 0019).
import type { ModelFile } from '../../shapes/objects.ts';

export const SHA256SUMS = 'SHA256SUMS';

/**
 * Writes one line per file, in the given order. This file replaces a repository's own SHA256SUMS, which has no line. A
 * file named `-` would be read as standard input, and is written `./-`.
 */
export function sha256sums(files: ModelFile[]): string {
  let text = '';
  for (const { path, sha256 } of files) if (path !== SHA256SUMS) text += `${sha256}  ${path === '-' ? './-' : path}\n`;
  return text;
}

/** Lists the files in such a text of ours, in its order. */
export function filesInSums(text: string): { path: string; sha256: string }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))
    .map(({ path, ...rest }) => ({ ...rest, path: path === './-' ? '-' : path }));
}
