// Compares a download with what it should be, file by file.

import type { LocalFile } from './local-files.ts';
import type { ExpectedFile } from './sums-file.ts';

export interface WrongFile {
  path: string;
  expected: string;
  /** The SHA-256 found; absent when the size told already. */
  found?: string;
  expectedSize?: number;
  size: number;
}

export interface Comparison {
  /** How many files are there, whole and right. */
  right: number;
  wrong: WrongFile[];
  missing: string[];
  extra: string[];
}

/** Compares `local` with `expected`; `hashOf` is asked only where the size does not tell. */
export async function compareFiles(
  expected: readonly ExpectedFile[],
  local: readonly LocalFile[],
  hashOf: (file: LocalFile) => Promise<string>,
): Promise<Comparison> {
  const wanted = new Map(expected.map((file) => [file.path, file]));
  const comparison: Comparison = { right: 0, wrong: [], missing: [], extra: [] };
  const seen = new Set<string>();
  for (const file of local) {
    const want = wanted.get(file.path);
    if (!want) {
      comparison.extra.push(file.path);
      continue;
    }
    seen.add(file.path);
    const wrong = await wrongFile(want, file, hashOf);
    if (wrong) comparison.wrong.push(wrong);
    else comparison.right += 1;
  }
  comparison.missing = expected.map(({ path }) => path).filter((path) => !seen.has(path));
  return comparison;
}

async function wrongFile(
  want: ExpectedFile,
  file: LocalFile,
  hashOf: (file: LocalFile) => Promise<string>,
): Promise<WrongFile | undefined> {
  const { path, sha256: expected, size: expectedSize } = want;
  const facts = { path, expected, size: file.size, ...(expectedSize === undefined ? {} : { expectedSize }) };
  if (expectedSize !== undefined && expectedSize !== file.size) return facts;
  const found = await hashOf(file);
  return found === expected ? undefined : { ...facts, found };
}
