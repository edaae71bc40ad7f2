// Reads the files that a published record names, where it says that they are, and tells which have the right bytes.
import { createHash } from 'node:crypto';
import { type Source, sourceUrl } from '../../../src/service/sources.ts';
import type { RowSource } from '../../import/rows/row-sources.ts';

/** Known about a record from this run and earlier ones. */
export interface RecordVerdict {
  /** Paths of files that came with the right bytes. */
  proved: string[];
  /** Paths of files that came with other bytes, each with the day. */
  differs: [path: string, day: string][];
  /** The number of files that were not there, or of another size. */
  absent: number;
}

interface NamedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

interface RecordCheck {
  source: Source;
  place: RowSource;
  files: readonly NamedFile[];
  fetch: typeof fetch;
  /** The bytes that may still be read; the check takes from them. */
  left: { bytes: number };
  /** YYYY-MM-DD. */
  day: string;
}

/** The bytes of a file that are read at a time. */
const PART = 32 * 1024 * 1024;
/** Other bytes are read again after this many days: a branch may have moved since. */
const AGAIN_DAYS = 7;

/** Checks a record, after what is known of it. Rejects when the source is away; `verdict` then has what was found. */
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

const urlOf = ({ source, place }: RecordCheck, file: NamedFile) => sourceUrl(source, place, file);

/** Asks for a part of a file; undefined if there is none, or if the file has another size. */
async function partOf(check: RecordCheck, file: NamedFile, start: number, end: number): Promise<Buffer | undefined> {
  const headers = {
    'Accept-Encoding': 'identity',
    ...(file.size > 0 && { Range: `bytes=${start}-${end - 1}` }),
  };
  const response = await check.fetch(urlOf(check, file), { headers });
  if ([404, 410, 416].includes(response.status)) return undefined;
  if (response.status !== 200 && response.status !== 206)
    throw new Error(`it answers ${response.status} for ${file.path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  // A server may send small files whole.
  if (response.status === 200) return bytes.length === file.size ? bytes.subarray(start, end) : undefined;
  const whole = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  return bytes.length === end - start && whole === file.size ? bytes : undefined;
}

/** Computes the SHA-256 of a file as the source sends it. */
async function hashThere(check: RecordCheck, file: NamedFile): Promise<string | undefined> {
  const hash = createHash('sha256');
  for (let start = 0; start === 0 || start < file.size; start += PART) {
    const part = await partOf(check, file, start, Math.min(start + PART, file.size));
    if (!part) return undefined;
    hash.update(part);
  }
  return hash.digest('hex');
}

/** Asks for the first byte of a file that came with the right bytes on an earlier day. */
async function isStillThere(check: RecordCheck, file: NamedFile): Promise<boolean> {
  return (await partOf(check, file, 0, Math.min(1, file.size))) !== undefined;
}
