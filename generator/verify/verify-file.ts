// Looks up a single file by its hash among the models of the index or the lines of a checksum file.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defined } from '../../src/basics/records.ts';
import { bytes } from '../../src/model/figures.ts';
import type { OpenDay } from '../days/days-back.ts';
import { localSha256 } from '../files/local-files.ts';
import type { Progress } from '../process/progress.ts';
import { type Expected, modelNamed, modelsOf } from './expected-files.ts';

export interface FileReport {
  file: string;
  sha256: string;
  /** The size in bytes. */
  size: number;
  /** Words about the origin of the hashes with which the file was compared. */
  against: string;
  /** The indexed files with this hash; `id` and `revision` are absent for a checksum file. */
  places: { id?: string; revision?: string; path: string }[];
  /** Words about a known cause of bytes that are in no place. */
  cause?: string;
}

export interface FileToVerify {
  file: string;
  size: number;
  /** The id of the only model to search; by default all models are searched. */
  model?: string | undefined;
  /** The files to search instead of the index. */
  given?: Expected | undefined;
  today(): Promise<OpenDay>;
  progress: Progress;
}

/** Looks up the file. Throws a Failure if there is nothing to compare it with. */
export async function verifyFile(request: FileToVerify): Promise<FileReport> {
  const { file, size } = request;
  const hashing = request.progress.start('Hashing', size, bytes);
  const sha256 = await localSha256(file, (count) => hashing.advance(count));
  hashing.done(sha256);
  if (request.given) {
    const { files, from, model } = request.given;
    const places = files.filter((each) => each.sha256 === sha256).map(({ path }) => ({ ...model, path }));
    return { file, sha256, size, against: from, places };
  }
  const today = await request.today();
  const search = request.progress.start('Looking it up');
  // First searches the text of each object for the hash, so that only the few models with this file are parsed.
  const models = request.model
    ? [modelNamed(today, request.model)]
    : modelsOf(
        today,
        (text) => text.includes(sha256),
        () => search.advance(),
      );
  const places: FileReport['places'] = [];
  for (const { id, revision, files } of models)
    for (const each of files) if (each.sha256 === sha256) places.push({ id, revision, path: each.path });
  search.done(`${places.length} found`);
  const against = request.model ?? `the catalog of ${today.catalog.frame.snapshot}`;
  return { file, sha256, size, against, places, ...(places.length === 0 && defined({ cause: causeOf(file, size) })) };
}

/** The maximum size in bytes of a text whose line ends are looked at. */
const MOST_TEXT = 2 ** 22;

/**
 * Returns the cause of other bytes than those with the SHA-256 `expected` if it is a tool that people have in use;
 * undefined for every other cause.
 */
export function causeOf(path: string, size: number, expected?: string): string | undefined {
  if (size > MOST_TEXT) return undefined;
  const text = readFileSync(path, 'latin1');
  if (text.startsWith('version https://git-lfs')) return 'a pointer of Git LFS: run git lfs pull';
  const unix = hash('sha256', Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'));
  return unix === expected ? 'its line ends became CRLF: turn core.autocrlf off, and check it out again' : undefined;
}
