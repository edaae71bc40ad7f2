// Compares a downloaded folder with the list of files that it should have.
import { defined } from '../../basics/defined.ts';
import type { SumsLine } from './sums-file.ts';

/** A file in the downloaded folder. */
interface FoundFile {
  /** The path relative to the downloaded folder, with slashes. */
  path: string;
  /** Bytes. */
  size: number;
}

export interface WrongFile {
  path: string;
  expected: string;
  /** The SHA-256 of the downloaded file; absent if the size alone shows that the file is wrong. */
  found?: string;
  expectedSize?: number;
  size: number;
  /** Words about how the bytes came to be other ones, and what to do; absent if unknown. */
  cause?: string;
}

export interface Comparison {
  /** The number of files that are complete and right. */
  right: number;
  wrong: WrongFile[];
  missing: string[];
  extra: string[];
  /** Wrong or extra files whose bytes belong at another path of the model, where the file is missing or wrong. */
  misnamed: { path: string; is: string }[];
}

/** Compares the files in `local` with `expected`. Calls `hashOf` only for files of the right size. */
export async function compareFiles<F extends FoundFile>(
  expected: readonly SumsLine[],
  local: readonly F[],
  hashOf: (file: F) => Promise<string>,
): Promise<Comparison> {
  const wanted = new Map(expected.map((file) => [file.path, file]));
  const comparison: Comparison = { right: 0, wrong: [], missing: [], extra: [], misnamed: [] };
  const seen = new Set<string>();
  const odd: F[] = [];
  for (const file of local) {
    const want = wanted.get(file.path);
    const wrong = want && (await wrongFile(want, file, hashOf));
    if (want) seen.add(file.path);
    if (want && !wrong) {
      comparison.right += 1;
      wanted.delete(file.path);
      continue;
    }
    odd.push(file);
    if (wrong) comparison.wrong.push(wrong);
    else comparison.extra.push(file.path);
  }
  comparison.missing = expected.map(({ path }) => path).filter((path) => !seen.has(path));
  comparison.misnamed = await misnamedFiles([...wanted.values()], odd, hashOf);
  return comparison;
}

/** Finds the files in `odd` that have the bytes of a file in `absent`. */
async function misnamedFiles<F extends FoundFile>(
  absent: readonly SumsLine[],
  odd: readonly F[],
  hashOf: (file: F) => Promise<string>,
): Promise<Comparison['misnamed']> {
  const misnamed: Comparison['misnamed'] = [];
  for (const file of odd) {
    const likely = absent.filter(({ path, size }) => path !== file.path && (size === undefined || size === file.size));
    if (likely.length === 0) continue;
    const hash = await hashOf(file);
    const found = likely.find(({ sha256 }) => sha256 === hash);
    if (found) misnamed.push({ path: file.path, is: found.path });
  }
  return misnamed;
}

async function wrongFile<F extends FoundFile>(
  want: SumsLine,
  file: F,
  hashOf: (file: F) => Promise<string>,
): Promise<WrongFile | undefined> {
  const { path, sha256: expected, size: expectedSize } = want;
  const facts = { path, expected, size: file.size, ...defined({ expectedSize }) };
  if (expectedSize !== undefined && expectedSize !== file.size) return facts;
  const found = await hashOf(file);
  return found === expected ? undefined : { ...facts, found };
}
