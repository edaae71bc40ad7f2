// A body that is too large for memory: read piece by piece, each when somebody wants it.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { StreamBody } from '../request/answer.ts';

/** A body of more bytes than this is sent piece by piece. */
export const LARGE = 1024 * 1024;
/** Bytes of a piece. */
const PIECE = 64 * 1024;

/**
 * The `length` bytes that `read` gives from `start` up to `end`; it may give less. No piece is read ahead. A piece ends
 * where the bytes counted from `origin` before the body do a multiple of it, so that parts of a pack are read once.
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
