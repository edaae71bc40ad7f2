// Makes bodies that are too large for memory: each piece is read when the client wants it.
import type { Awaitable } from '../../src/basics/remembered.ts';
import type { StreamBody } from '../request/answer.ts';

/** Bodies of more than this many bytes are sent in pieces. */
export const LARGE = 1024 * 1024;
/** The usual maximum size of a piece in bytes. Small pieces suit slow clients, of which each holds one. */
const PIECE = 64 * 1024;

/**
 * Returns a body of `length` bytes; `read` reads the bytes from `start` up to `end`, and may return fewer. No piece
 * but the first is read before the client wants it. `origin` is the position of the body in its file. Pieces end at multiples of `piece`
 * in the file, so that no part of the file is read twice.
 */
export function piecewise(
  length: number,
  read: (start: number, end: number) => Awaitable<Uint8Array | undefined>,
  { origin = 0, piece = PIECE }: { origin?: number; piece?: number | undefined } = {},
): StreamBody {
  return {
    length,
    async open(start, end) {
      let at = start;
      const next = async () => {
        const to = Math.min(end, (Math.floor((at + origin) / piece) + 1) * piece - origin);
        const bytes = await read(at, to);
        if (!bytes?.length) throw new Error(`it ends at byte ${at}, before its declared length`);
        at += bytes.length;
        return bytes;
      };
      // The first piece is read now, so that a host can still report that the bytes can't be read.
      let first = at < end ? await next() : undefined;
      return new ReadableStream<Uint8Array>(
        {
          async pull(pieces) {
            const bytes = first ?? (at < end ? await next() : undefined);
            first = undefined;
            if (bytes) pieces.enqueue(bytes);
            if (at >= end) pieces.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}
