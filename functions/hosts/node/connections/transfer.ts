// Sends a body that is too large for one piece: as fast as the client takes it, in pieces that show whether it still does.
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A client that takes less than one piece in the time allowed to a slow reader is dropped. */
const PIECE = 32 * 1024;

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Sends all that `source` gives and ends the response. It is no error if the client goes away. Rejects when the source
 * fails, or gives less than the response's Content-Length: the connection is lost then.
 */
export async function transfer(source: Source, response: ServerResponse): Promise<void> {
  response.strictContentLength = true;
  try {
    await pipeline(source, inPieces, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* inPieces(source: Source): AsyncGenerator<Uint8Array> {
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
