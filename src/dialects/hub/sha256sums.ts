// SHA256SUMS: a model's files as `sha256sum --strict -c` reads them (decision 0019).
import type { ModelFile } from '../../shapes/objects.ts';

export const SHA256SUMS = 'SHA256SUMS';

/**
 * One line a file, in the order given. A repository's own SHA256SUMS is shadowed by this one and
 * has no line; a file named `-` would be read as standard input and is written `./-`.
 */
export function sha256sums(files: ModelFile[]): string {
  let text = '';
  for (const { path, sha256 } of files) if (path !== SHA256SUMS) text += `${sha256}  ${path === '-' ? './-' : path}\n`;
  return text;
}

/** The files that such a text of ours names, in its order. */
export function filesInSums(text: string): { path: string; sha256: string }[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))
    .map(({ path, ...rest }) => ({ ...rest, path: path === './-' ? '-' : path }));
}
