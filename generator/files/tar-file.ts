// Writes and reads tar files of any size as streams: writes under a temporary name first, and reads entry by entry.
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { bytes, counted } from '../../src/model/figures.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { syncFolder } from './durability.ts';

/** The size in bytes of the header before each entry (POSIX ustar). */
const HEADER_BYTES = 512;

/** Adds an entry of `size` bytes with a name to a tar file. */
type AddEntry = (name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>;

/**
 * Writes the tar file at `path` with the entries that `fill` adds, and returns the result of `fill`. The same entries
 * make the same bytes. The file gets its name only when it is complete on the disk. No part of it stays when `fill`
 * fails.
 */
export async function writeTarFile<T>(path: string, fill: (add: AddEntry) => Promise<T>): Promise<T> {
  const fresh = `${path}.part`;
  try {
    const result = await pack(fresh, fill);
    await rename(fresh, path);
    syncFolder(dirname(path));
    return result;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function pack<T>(path: string, fill: (add: AddEntry) => Promise<T>): Promise<T> {
  const { readable, controller } = createTarPacker();
  // A killed process may have left a file at the temporary name, perhaps with other access rights.
  await rm(path, { force: true });
  const file = await open(path, 'wx');
  const written = (async () => {
    for await (const chunk of readable) await file.write(chunk);
  })();
  // Prevents an unhandled rejection. The code below waits for `written` as well, and throws its error.
  written.catch(() => undefined);
  try {
    const result = await fill(async (name, size, chunks) => {
      const writer = controller.add({ name, size, mtime: new Date(0), mode: 0o644 }).getWriter();
      for await (const chunk of chunks) await Promise.race([writer.write(chunk), written]);
      await writer.close();
    });
    controller.finalize();
    await written;
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

export interface TarEntry {
  header: { name: string; size: number; type?: string };
  body: ReadableStream<Uint8Array>;
}

/**
 * Calls `onEntry` with each entry of the tar file at `path`, one after the other, and shows how much of it is read. Throws
 * a Failure for anything but a complete tar file whose first entry is `first`, and the errors of `onEntry`. Reads no more
 * than the first header of a file that has another one.
 */
export async function eachTarEntry(
  path: string,
  first: string,
  progress: Progress,
  onEntry: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  if (!isTarOf(path, first))
    throw new Failure(`${path} is no whole tar file that begins with ${first}: copy it again, or write it again.`);
  const task = progress.start(`Reading ${path}`, statSync(path).size, bytes);
  const reading = new AbortController();
  let entries = 0;
  try {
    const file = Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 18 })) as ReadableStream<Uint8Array>;
    for await (const entry of file.pipeThrough(createTarDecoder({ strict: true }) as never, {
      signal: reading.signal,
    }) as AsyncIterable<TarEntry>) {
      await onEntry(entry);
      entries++;
      task.advance(HEADER_BYTES + entry.header.size);
    }
    task.done(counted(entries, 'entry', 'entries'));
  } catch (error) {
    // Only errors of the decoder have neither a class of their own nor a code.
    if ((error as Error).constructor !== Error || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new Failure(
      `${path} is not a whole tar file: ${(error as Error).message.replace(/\.$/, '')}. Copy it again, or write it again.`,
      { cause: error },
    );
  } finally {
    // Without the abort, the decoder would read and keep the rest of the file after a fault.
    reading.abort();
  }
}

/** True if `path` is a file, and not a device without an end, and its first header is that of the entry `name`. */
function isTarOf(path: string, name: string): boolean {
  if (!statSync(path).isFile()) return false;
  const fd = openSync(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(fd, header);
    return (
      header.toString('latin1', 0, name.length + 1) === `${name}\0` && header.toString('latin1', 257, 262) === 'ustar'
    );
  } finally {
    closeSync(fd);
  }
}
