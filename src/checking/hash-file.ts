// Hashes a file piece by piece, however large it is.
import { createSHA256 } from 'hash-wasm';

/** The number of bytes that are read at a time: while one piece is hashed, the browser reads the next. */
const PIECE = 4 * 1024 * 1024;

/**
 * Returns the SHA-256 of `file` in hex. `onProgress` gets the number of bytes hashed after each piece. Rejects if the
 * file can't be read, or changed since it was chosen.
 */
export async function hashFile(file: Blob, onProgress: (done: number) => void): Promise<string> {
  const hasher = await createSHA256();
  const read = (at: number) => file.slice(at, at + PIECE).arrayBuffer();
  let next = read(0);
  for (let done = 0; done < file.size; ) {
    const piece = new Uint8Array(await next);
    if (piece.length === 0) throw new Error(`it ended after ${done} of ${file.size} bytes`);
    next = read(done + piece.length);
    next.catch(() => {});
    hasher.update(piece);
    done += piece.length;
    onProgress(done);
  }
  await next;
  return hasher.digest('hex');
}
