// Sends a body that is too large for one piece: as fast as the client takes it, in pieces that show whether it still does.
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A client that takes less than one piece in the time allowed to a slow reader is dropped. */
const PIECE = 32 * 1024;

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Sends all that `source` gives and ends the response; quietly where the client goes away. Rejects when the source
 * fails, or gives less than the response's Content-Length: the connection is lost then.
 */
export async function transfer(source: Source, response: ServerResponse): Promise<void> {
  response.strictContentLength = true;
  let fault: unknown;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for await (const bytes of source)
        for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if (error === fault || (error as NodeJS.ErrnoException).code === 'ERR_HTTP_CONTENT_LENGTH_MISMATCH') throw error;
  }
}
