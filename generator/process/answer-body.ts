// Reads the body of an answer. The HTTP client ends one that brings nothing; this ends one that brings too much, or
// brings it too slowly.
import { Failure } from './failure.ts';

/** The minimum number of bytes per millisecond. A slower sender would take days for a large file. */
const SLOWEST = 16;
/** The milliseconds from the beginning in which a sender may be slower. */
const GRACE_MS = 60_000;

interface BodyBounds {
  /** The maximum number of bytes after decompression. */
  most: number;
  /** The value of the header `Content-Length`. */
  declared?: string | null | undefined;
  grace?: number | undefined;
}

/**
 * Returns the pieces of a body. Throws a Failure if they have more than `most` bytes together, or if more are declared.
 * Throws an error if they come too slowly after `grace` milliseconds.
 */
export async function* piecesOf(
  url: string,
  body: AsyncIterable<Uint8Array> | null,
  { most, declared, grace = GRACE_MS }: BodyBounds,
): AsyncGenerator<Uint8Array> {
  const begun = performance.now();
  const tooLarge = () => new Failure(`${url} is larger than the ${most} bytes that are allowed.`);
  let length = 0;
  if (Number(declared) > most) {
    await body?.[Symbol.asyncIterator]().return?.();
    throw tooLarge();
  }
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > most) throw tooLarge();
    if (performance.now() - begun > grace + length / SLOWEST)
      throw new Error(`it sends less than ${SLOWEST} kB a second`);
    yield piece;
  }
}

/** Returns the whole body; throws as `piecesOf` does. */
export async function wholeBody(...body: Parameters<typeof piecesOf>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(...body)) pieces.push(piece);
  return Buffer.concat(pieces);
}
