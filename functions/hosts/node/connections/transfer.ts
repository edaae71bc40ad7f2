// Sends a body that is too large for one write. It is sent as fast as the client takes it, in pieces that show whether
// the client still takes any.
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * The size of a piece in bytes. A client that takes less than one piece in the time allowed to a slow reader is
 * dropped.
 */
const PIECE = 32 * 1024;

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Sends everything that `source` yields and ends the response. It is no error if the client goes away. If the source
 * fails, or yields less than the response's Content-Length, the connection is lost and the promise rejects.
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
