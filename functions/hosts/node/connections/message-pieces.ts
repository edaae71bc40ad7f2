// Where the bytes of a connection can be cut, so that a piece holds the end of one message at most (RFC 9112 2.1, 6.3).
import type { IncomingMessage } from 'node:http';

const CR = 0x0d;
const LF = 0x0a;
const END = '\r\n\r\n';
/** Bytes of a chunked body parsed at a time: of chunks of one byte each, parsing them takes half a millisecond. */
const CHUNKED_PIECE = 4096;

/** Bytes of a body that are still to be parsed; `chunked`: its chunks say so one by one. */
export type BodyLeft = number | 'chunked';

/** What the body of a request just begun has, before any of it is parsed. */
export function bodyOf({ headers }: IncomingMessage): BodyLeft {
  if (headers['transfer-encoding'] !== undefined) return 'chunked';
  return Number(headers['content-length'] ?? 0);
}

/** The last bytes of a head that ends behind `piece`, or '' when it ends with it; `before` are those of what came before. */
export function unendedHead(piece: Buffer, before = ''): string {
  const { length } = piece;
  if (length > 3 && piece[length - 1] === LF && piece[length - 3] === LF && piece[length - 2] === CR) return '';
  const last = (before + piece.toString('latin1', Math.max(0, length - 4))).slice(-4);
  return last === END ? '' : last.slice(-3);
}

/** The end of a head of which `soFar` came before: within the first bytes of what came now, from `at` on; else undefined. */
export function joinedEnd(soFar: string, bytes: Buffer, at: number): number | undefined {
  if (soFar === '') return undefined;
  const found = (soFar + bytes.toString('latin1', at, at + 3)).indexOf(END);
  return found < 0 ? undefined : at + found + END.length - soFar.length;
}

/** Where the piece that begins at `at` ends, with so much of a body left. */
export function endOfPiece(bytes: Buffer, at: number, left: BodyLeft | undefined): number {
  if (typeof left === 'number' && left > 0) return Math.min(bytes.length, at + left);
  // Chunks end as heads do.
  const end = endOfHead(bytes, at);
  return left === 'chunked' ? Math.min(end, at + CHUNKED_PIECE) : end;
}

/**
 * The place behind the first CR LF CR LF from `start` on, or the end of `bytes`. One byte in four is looked at, since one
 * of them is in whatever is four bytes long; a call of `indexOf` costs three times as much on a usual request.
 */
export function endOfHead(bytes: Buffer, start: number): number {
  for (let at = start + 3; at < bytes.length; at += 4) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    for (let end = at + 1; end <= Math.min(at + 4, bytes.length); end++)
      if (
        end - 4 >= start &&
        bytes[end - 1] === LF &&
        bytes[end - 2] === CR &&
        bytes[end - 3] === LF &&
        bytes[end - 4] === CR
      )
        return end;
  }
  return bytes.length;
}
