// Formats the report of `verify` for people.

import { basename } from 'node:path';
import type { WrongFile } from '../../src/dialects/hub/sha256sums.ts';
import { counted } from '../../src/model/figures.ts';
import { fileName } from '../../src/nouns/file-path.ts';
import { grouped } from '../process/progress.ts';
import type { HeldFiles } from '../proofs/proof-report.ts';
import type { FileReport } from './verify-file.ts';
import type { FolderReport } from './verify-folder.ts';

/** Says which faults the caller accepts. */
interface Strictness {
  /** True if missing files are accepted, because only a part was downloaded. */
  partial: boolean;
  /** True if extra files count as faults. */
  strict: boolean;
}

export function isFolderGood(report: FolderReport, { partial, strict }: Strictness): boolean {
  const { right, wrong, missing, extra, misnamed } = report;
  if (wrong.length + misnamed.length > 0) return false;
  return right > 0 && (partial || missing.length === 0) && (!strict || extra.length === 0);
}

/** Counts the files of `model` that the folder has or lacks, and the extra files in the folder. */
export function heldInFolder({ right, wrong, missing, extra }: FolderReport, model: string): HeldFiles {
  return { model, right, files: right + wrong.length + missing.length, missing, extra };
}

/** Returns a line for each fault. */
export function faultLines({ wrong, missing, extra, misnamed }: FolderReport): string[] {
  return [
    ...wrong.map((file) => `WRONG    ${file.path}: ${file.cause ?? difference(file)}`),
    ...missing.map((path) => `MISSING  ${path}`),
    ...extra.map((path) => `EXTRA    ${path}`),
    ...misnamed.map(({ path, is }) => `MISNAMED ${path}: it has the bytes of ${is}`),
  ];
}

export function folderLines(report: FolderReport, strictness: Strictness): string[] {
  const { right, wrong, missing, extra } = report;
  const good = isFolderGood(report, strictness);
  const count = right + wrong.length + missing.length;
  return [
    ...faultLines(report),
    `${good ? 'OK' : 'FAILED'}: ${grouped(right)} of ${counted(count, 'file')} right, ${wrong.length} wrong, ` +
      `${missing.length} missing, ${extra.length} extra, against ${report.against}.`,
    ...(isFolderGood({ ...report, missing: [] }, strictness) && !good ? [PARTIAL] : []),
  ];
}

const PARTIAL = 'If nothing else was wanted, --partial forgives the missing files.';

/** Returns advice for a folder that has only some of the proved files; empty if no option helps. */
export function partialAdvice(report: FolderReport, strictness: Strictness): string {
  const isEnough = !isFolderGood(report, strictness) && isFolderGood(report, { ...strictness, partial: true });
  return isEnough ? ' --partial proves those that matched.' : '';
}

/** True if some model or checksum file has the file's hash. If `proved` is true, the file's name must match too. */
export function isFileGood({ file, places }: FileReport, proved: boolean): boolean {
  return places.some(({ path }) => !proved || fileName(path) === basename(file));
}

export function fileLines(report: FileReport, proved: boolean): string[] {
  const { file, sha256, places, against, cause } = report;
  if (places.length === 0) return [`UNKNOWN  ${file} (${sha256}) is ${cause ?? `no file of ${against}`}.`];
  if (!isFileGood(report, proved)) return [`MISNAMED ${file}: it has the bytes of ${places[0]!.path} of ${against}.`];
  return [
    `${proved ? '' : 'OK: '}${file} (${sha256}) is`,
    ...places.map(({ id, revision, path }) => (id ? `  ${id} at ${revision}: ${path}` : `  ${path} in ${against}`)),
  ];
}

function difference({ expected, found, expectedSize, size }: WrongFile): string {
  return found === undefined
    ? `${counted(size, 'byte')}, expected ${grouped(expectedSize!)}`
    : `SHA-256 ${found}, expected ${expected}`;
}
