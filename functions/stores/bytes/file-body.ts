// Sends a file on disk as the body of an answer. The file is opened when it is sent, and read piece by piece.
import type { FileHandle } from 'node:fs/promises';
import type { StreamBody } from '../../request/answer.ts';
import { openOwnFile } from './plain-file.ts';

const PIECE = 64 * 1024;

/** Makes a body of the file at `path`, which is `length` bytes long. */
export function fileBody(path: string, length: number): StreamBody {
  return {
    length,
    async open(start, end) {
      const file = await openOwnFile(path);
      let at = start;
      // No piece is read before the client wants it: otherwise a thousand slow clients would hold a thousand pieces.
      return new ReadableStream<Uint8Array>(
        {
          async pull(pieces) {
            if (at < end) at += await readPiece(file, at, Math.min(PIECE, end - at), pieces);
            if (at < end) return;
            pieces.close();
            await file.close();
          },
          cancel: () => file.close(),
        },
        { highWaterMark: 0 },
      );
    },
  };
}

/**
 * Reads the bytes from `start` that fit into one read, passes them on, and returns their number. Throws and closes the
 * file if no byte is left, or if reading fails.
 */
async function readPiece(
  file: FileHandle,
  start: number,
  length: number,
  pieces: ReadableStreamDefaultController<Uint8Array>,
): Promise<number> {
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    if (bytesRead === 0) throw new Error(`the file ends at byte ${start}, before its declared length`);
    pieces.enqueue(bytes.subarray(0, bytesRead));
    return bytesRead;
  } catch (error) {
    await file.close();
    throw error;
  }
}
