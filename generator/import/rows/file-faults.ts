// Checks the file list of an import row for faults that a check of its types does not find.
import { filePathFault } from '../../../src/nouns/file-path.ts';
import type { Fault } from './row-shape.ts';

/**
 * Checks every path, and that no path occurs twice or is both a file and a folder. Checks that the sizes add up to a
 * number that JavaScript can hold. Skips entries of the wrong type, which the schema reports.
 */
export function fileFaults(files: readonly unknown[]): Fault[] {
  const faults: Fault[] = [];
  const paths = new Set<string>();
  let bytes = 0;
  for (let i = 0; i < files.length; i++) {
    const { path, size } = (files[i] ?? {}) as { path?: unknown; size?: unknown };
    if (typeof size === 'number') bytes += size;
    if (typeof path !== 'string') continue;
    const reason = paths.has(path) ? 'occurs twice in this row' : filePathFault(path);
    if (reason) faults.push({ field: `files[${i}].path`, reason });
    paths.add(path);
  }
  if (bytes > Number.MAX_SAFE_INTEGER)
    faults.push({ field: 'files', reason: 'has sizes that add up to more than 2^53 bytes' });
  files.forEach((file, i) => {
    const path = (file as { path?: unknown } | null)?.path;
    if (typeof path === 'string' && isBeneathFile(path, paths))
      faults.push({ field: `files[${i}].path`, reason: 'lies beneath a path that is itself a file' });
  });
  return faults;
}

function isBeneathFile(path: string, files: Set<string>): boolean {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
    if (files.has(path.slice(0, slash))) return true;
  return false;
}
