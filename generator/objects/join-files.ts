// Joins files from the chunks that a record names. Hashes each chunk before writing it, and each file before renaming
// it to its final name.
import { constants } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import path, { dirname, join, posix } from 'node:path';
import { totalSize } from '../../src/basics/bytes.ts';
import type { ChunkRecord } from '../../src/catalog/chunk-record.ts';
import { bytes } from '../../src/model/figures.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ChunkedFile } from '../../src/shapes/objects.ts';
import { localSha256 } from '../files/local-files.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import type { Progress, Task } from '../process/progress.ts';
import { inLanes } from './bounded-work.ts';
import { modelAt } from './model-of-index.ts';
import type { ObjectClient } from './object-client.ts';

const DOWNLOADS = 4;

export interface JoinedFiles {
  files: number;
  bytes: number;
  /** The number of bytes that came from the network. The rest was on the disk already. */
  fetchedBytes: number;
}

/** Writes every file of `record` below `folder`. After a failure, the next call reuses the chunks that were written. */
export async function joinFiles(
  client: ObjectClient,
  record: ChunkRecord,
  folder: string,
  progress: Progress,
): Promise<JoinedFiles> {
  await checkModel(client, record);
  refuseCollisions(record);
  const size = totalSize(record.joined);
  const task = progress.start('Fetching', size, bytes);
  let fetchedBytes = 0;
  for (const file of record.joined) fetchedBytes += await joinFile(client, file, join(folder, file.path), task);
  task.done();
  return { files: record.joined.length, bytes: size, fetchedBytes };
}

/** Throws a Failure if the record names a model, and the model's files differ from those of the record. */
async function checkModel(client: ObjectClient, { model, joined }: ChunkRecord): Promise<void> {
  if (model === null) return;
  const { files } = await modelAt(client, model);
  for (const { path, size, sha256 } of joined) {
    const file = files.get(path);
    if (file?.size !== size || file.sha256 !== sha256)
      throw new Failure(`The record and its model ${model} differ in ${JSON.stringify(path)}: nothing is fetched.`);
  }
}

/**
 * Returns the path of the incomplete file beside `target`. Its name is a hash of the final bytes. Such a name is short
 * and belongs to no other file, and the next fetch of the same bytes finds it.
 */
export function partOf(target: string, hex: string, { join, dirname } = path): string {
  return join(dirname(target), `${hex.slice(0, 32)}.part`);
}

/**
 * Throws a Failure if a file of the record has the path of another file's incomplete file. A stranger may have written
 * the record.
 */
function refuseCollisions({ joined }: ChunkRecord): void {
  const paths = new Set(joined.map(({ path }) => path));
  const taken = joined.map(({ path, sha256 }) => partOf(path, sha256, posix)).find((part) => paths.has(part));
  if (taken !== undefined)
    throw new Failure(
      `The record lists ${JSON.stringify(taken)}, a name that an unfinished file has: nothing is fetched.`,
    );
}

async function joinFile(client: ObjectClient, file: ChunkedFile, target: string, task: Task): Promise<number> {
  const there = await stat(target).catch(() => undefined);
  if (there) {
    if (there.isFile() && there.size === file.size && (await localSha256(target, () => {})) === file.sha256) {
      task.advance(file.size);
      return 0;
    }
    throw new Failure(`${target} is there already and is something else: move it away, or fetch to another folder.`);
  }
  await mkdir(dirname(target), { recursive: true });
  const part = partOf(target, file.sha256);
  const fetched = await fillPart(client, file, part, task);
  // Hashes the whole file on the disk, since some chunks may come from an earlier attempt.
  if ((await localSha256(part, () => {})) !== file.sha256)
    throw new Failure(`The chunks of ${file.path} do not make up the file that the record names; see ${part}.`);
  await renameNew(part, target);
  return fetched;
}

/** Renames `part` to `target`. Throws a Failure if another file has appeared at `target` meanwhile. */
export async function renameNew(part: string, target: string): Promise<void> {
  if (await stat(target).catch(() => undefined))
    throw new Failure(`${target} appeared while it was fetched: move it away and fetch again; see ${part}.`);
  await rename(part, target);
}

/** Fetches the chunks that the file `part` still lacks, and returns the number of fetched bytes. */
async function fillPart(client: ObjectClient, file: ChunkedFile, part: string, task: Task): Promise<number> {
  // Creates the file if it is missing, and keeps the bytes of an existing one.
  const handle = await open(part, constants.O_RDWR | constants.O_CREAT, 0o666);
  let fetched = 0;
  try {
    const { size: held } = await handle.stat();
    await inLanes(DOWNLOADS, async (downloads) => {
      for (const [index, chunk] of file.chunks.entries()) {
        const start = index * file.chunk_size;
        const length = Math.min(file.chunk_size, file.size - start);
        await downloads.start(async () => {
          const before = Buffer.allocUnsafeSlow(length);
          const isHeld = held >= start + length && (await handle.read(before, 0, length, start)).bytesRead === length;
          if (!isHeld || addressFromHex(blake3Hex(before)) !== chunk) {
            const bytes = await client.get(chunk as Address, length);
            if (bytes.length !== length)
              throw new Failure(`The chunk ${chunk} of ${file.path} is shorter than the record says.`);
            for (let at = 0; at < length; ) at += (await handle.write(bytes, at, length - at, start + at)).bytesWritten;
            fetched += length;
          }
          task.advance(length);
        });
      }
    });
    // Cuts off bytes after the end of the file. An attempt with another record may have written a longer file.
    await handle.truncate(file.size);
  } finally {
    await handle.close();
  }
  return fetched;
}
