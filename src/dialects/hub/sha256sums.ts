// Checksum files in the format of `sha256sum`, a line `hash  path` for each file: writes SHA256SUMS (decision 0019), reads
// such files, and compares a downloaded folder with the list of files that it should have.

import { defined, own } from '../../basics/records.ts';
import type { ModelFile } from '../../shapes/objects.ts';

export const SHA256SUMS = 'SHA256SUMS';

/**
 * Writes a line for each file, in the given order. Leaves out a SHA256SUMS in the repository, because this text
 * replaces it. Writes `./-` for a file named `-`, which tools would read as standard input.
 */
export function sha256sums(files: readonly Pick<ModelFile, 'path' | 'sha256'>[]): string {
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

/** A file that a download should have. */
export interface SumsLine {
  path: string;
  sha256: string;
  /** The size in bytes, if known. A checksum file does not contain it. */
  size?: number;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r' };

const LINE = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s;

/** Reads the lines of a SHA256SUMS file. If a line is malformed, returns the number of the first such line. */
export function parseSums(text: string): SumsLine[] | { badLine: number } {
  const files: SumsLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const found = LINE.exec(line);
    if (!found) return { badLine: index + 1 };
    const path = found[1] ? unescaped(found[3]!) : found[3]!;
    files.push({ path: path.replace(/^\.\//, ''), sha256: found[2]! });
  }
  return files;
}

/**
 * Decodes a path. If a line starts with a backslash, the backslashes and line ends of its path are escaped (GNU
 * coreutils).
 */
function unescaped(path: string): string {
  return path.replace(/\\([\\nr])/g, (_, letter: string) => own(ESCAPES, letter) ?? '\\');
}

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
  const there = new Set(local.map(({ path }) => path));
  const missing = expected.map(({ path }) => path).filter((path) => !there.has(path));
  const comparison: Comparison = { right: 0, wrong: [], missing, extra: [], misnamed: [] };
  const wanted = new Map(expected.map((file) => [file.path, file]));
  const odd: F[] = [];
  for (const file of local) {
    const want = wanted.get(file.path);
    const wrong = want && (await wrongFile(want, file.size, () => hashOf(file)));
    if (want && !wrong) {
      comparison.right += 1;
      wanted.delete(file.path);
      continue;
    }
    odd.push(file);
    if (wrong) comparison.wrong.push(wrong);
    else comparison.extra.push(file.path);
  }
  const absent = [...wanted.values()];
  for (const file of odd) {
    const { path, size } = file;
    const likely = absent.filter((one) => one.path !== path && (one.size ?? size) === size);
    if (likely.length === 0) continue;
    const hash = await hashOf(file);
    const found = likely.find(({ sha256 }) => sha256 === hash);
    if (found) comparison.misnamed.push({ path, is: found.path });
  }
  return comparison;
}

async function wrongFile(
  { path, sha256: expected, size: expectedSize }: SumsLine,
  size: number,
  hash: () => Promise<string>,
): Promise<WrongFile | undefined> {
  const facts = { path, expected, size, ...defined({ expectedSize }) };
  if (expectedSize !== undefined && expectedSize !== size) return facts;
  const found = await hash();
  return found === expected ? undefined : { ...facts, found };
}
