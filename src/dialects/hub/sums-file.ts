// Reads checksum files in the format of `sha256sum`: a line `hash  path` for each file.
import { own } from '../../basics/own.ts';

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
