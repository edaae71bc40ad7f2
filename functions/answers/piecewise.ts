// Makes bodies that are too large for memory: each piece is read when the client wants it.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { StreamBody } from '../request/answer.ts';

/** Bodies of more than this many bytes are sent in pieces. */
export const LARGE = 1024 * 1024;
/** The maximum size of a piece in bytes. */
const PIECE = 64 * 1024;

/**
 * Returns a body of `length` bytes; `read` reads the bytes from `start` up to `end`, and may return fewer. No piece is
 * read before the client wants it. `origin` is the position of the body in its file. Pieces end at multiples of `PIECE`
 * in the file, so that no part of the file is read twice.
 */
export function piecewise(
  length: number,
  read: (start: number, end: number) => Awaitable<Uint8Array | undefined>,
  origin = 0,
): StreamBody {
  return {
    length,
    async open(start, end) {
      let at = start;
      return new ReadableStream<Uint8Array>(
        {
          async pull(pieces) {
            const next = Math.min(end, (Math.floor((at + origin) / PIECE) + 1) * PIECE - origin);
            const bytes = at < next ? await read(at, next) : undefined;
            if (at < next && !bytes?.length) throw new Error(`it ends at byte ${at}, before its declared length`);
            if (bytes) pieces.enqueue(bytes);
            at += bytes?.length ?? 0;
            if (at >= end) pieces.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
