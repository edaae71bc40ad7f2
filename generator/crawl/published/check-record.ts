// Reads the files of a published record at the source that the record names, and tells which files have the right
// bytes.
import { createHash } from 'node:crypto';
import { type Source, sourceUrl } from '../../../src/service/sources.ts';
import type { RowSource } from '../../import/rows/row-sources.ts';
import type { SourceFile } from '../others/other-source.ts';

/** The results for a record, from this run and earlier ones. */
export interface RecordVerdict {
  /** Paths of the files that had the right bytes. */
  proved: string[];
  /** Paths of the files that had other bytes, each with the day on which this was found. */
  differs: [path: string, day: string][];
  /** The number of files that were missing, or had another size. */
  absent: number;
}

interface RecordCheck {
  source: Source;
  place: RowSource;
  files: readonly SourceFile[];
  fetch: typeof fetch;
  /** The number of bytes that may still be read. The check reduces it. */
  left: { bytes: number };
  /** A day as YYYY-MM-DD. */
  day: string;
}

/** The number of bytes of a file that one request reads. */
const PART = 32 * 1024 * 1024;
/** A file that had other bytes is read again after this number of days, because a branch may have changed. */
const AGAIN_DAYS = 7;

/**
 * Checks a record, and adds the results to `verdict`, which holds earlier results. Rejects when the source can't be
 * reached; `verdict` then has the results so far.
 */
export async function checkRecord(check: RecordCheck, verdict: RecordVerdict): Promise<void> {
  const { files, left, day } = check;
  verdict.differs = verdict.differs.filter(
    ([, since]) => Date.parse(day) - Date.parse(since) < AGAIN_DAYS * 86_400_000,
  );
  const proved = new Set(verdict.proved);
  const largest = files.filter(({ path }) => proved.has(path)).sort((a, b) => b.size - a.size)[0];
  if (largest && !(await isStillThere(check, largest))) verdict.proved = [];
  verdict.absent = 0;
  const known = new Set([...verdict.proved, ...verdict.differs.map(([path]) => path)]);
  for (const file of files) {
    if (known.has(file.path) || file.size > left.bytes) continue;
    left.bytes -= file.size;
    const found = await hashThere(check, file);
    if (found === undefined) verdict.absent++;
    else if (found === file.sha256) verdict.proved.push(file.path);
    else verdict.differs.push([file.path, day]);
  }
}

const urlOf = ({ source, place }: RecordCheck, file: SourceFile) => sourceUrl(source, place, file);

/** Reads a part of a file. Gives undefined if there is no such file, or if it has another size. */
async function partOf(check: RecordCheck, file: SourceFile, start: number, end: number): Promise<Buffer | undefined> {
  const headers = {
    'Accept-Encoding': 'identity',
    ...(file.size > 0 && { Range: `bytes=${start}-${end - 1}` }),
  };
  const response = await check.fetch(urlOf(check, file), { headers });
  if ([404, 410, 416].includes(response.status)) return undefined;
  if (response.status !== 200 && response.status !== 206)
    throw new Error(`it answers ${response.status} for ${file.path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  // A server may ignore the range, and send the whole of a small file.
  if (response.status === 200) return bytes.length === file.size ? bytes.subarray(start, end) : undefined;
  const whole = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return bytes.length === end - start && whole === file.size ? bytes : undefined;
}

/**
 * Computes the SHA-256 of the bytes that the source sends for a file. Gives undefined if the file is missing, or has
 * another size.
 */
async function hashThere(check: RecordCheck, file: SourceFile): Promise<string | undefined> {
  const hash = createHash('sha256');
  for (let start = 0; start === 0 || start < file.size; start += PART) {
    const part = await partOf(check, file, start, Math.min(start + PART, file.size));
    if (!part) return undefined;
    hash.update(part);
  }
  return hash.digest('hex');
}

/** True if the source still has a file that had the right bytes on an earlier day. Reads only the first byte. */
async function isStillThere(check: RecordCheck, file: SourceFile): Promise<boolean> {
  return (await partOf(check, file, 0, Math.min(1, file.size))) !== undefined;
}
