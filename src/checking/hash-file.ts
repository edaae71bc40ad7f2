// Hashes a file piece by piece, however large it is.
import { createSHA256 } from 'hash-wasm';

/** The largest number of bytes that are read at a time. */
const PIECE = 4 * 1024 * 1024;

/**
 * Returns the SHA-256 of `file` in hex. `onProgress` gets the number of bytes hashed after each piece. Rejects if the
 * file can't be read, or changed since it was chosen.
 */
export async function hashFile(file: Blob, onProgress: (done: number) => void): Promise<string> {
  const hasher = await createSHA256();
  const reader = readerOf(file);
  let room = new Uint8Array(PIECE);
  let done = 0;
  for (let read = await reader.read(room); !read.done; read = await reader.read(room)) {
    hasher.update(read.value);
    done += read.value.length;
    // Each piece is read into the same memory, so that none waits to be collected.
    room = new Uint8Array(read.value.buffer);
    onProgress(done);
  }
  if (done < file.size) throw new Error(`it ended after ${done} of ${file.size} bytes`);
  return hasher.digest('hex');
}

/** Reads into given memory, or in a browser that can't do that for files, into memory of the browser's choice. */
function readerOf(file: Blob): ReadableStreamBYOBReader {
  const stream = file.stream();
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return stream.getReader() as ReadableStreamReader<Uint8Array<ArrayBuffer>> as ReadableStreamBYOBReader;
  }
}
