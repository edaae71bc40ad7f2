// Sends a stream of bytes: piece by piece, as fast as the client takes it, and never many pieces of many answers at once.
import type { ServerResponse } from 'node:http';
import { Turns } from './turns.ts';

/** Pieces of all transfers that are in memory on the way to the kernel. */
const AT_ONCE = 16;

/** One piece in a round: it costs the kernel a tenth of a millisecond, and a thousand clients may want one. */
const turns = new Turns(0);
let pieces = 0;
const waiting: (() => void)[] = [];

/**
 * Sends the `length` bytes that `stream` gives and ends the response; it stops where the client goes away. Rejects when
 * the stream fails, or ends before.
 */
export async function transfer(
  stream: ReadableStreamDefaultReader<Uint8Array>,
  length: number,
  response: ServerResponse,
): Promise<void> {
  if (length === 0) response.end();
  for (let at = 0; at < length && !response.destroyed; ) {
    const bytes = await readPiece(stream);
    at += bytes.length;
    await handOver(bytes, at === length, response);
  }
}

/** Takes a place, which `handOver` gives back. */
async function readPiece(stream: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  await place();
  try {
    const { value } = await stream.read();
    if (value === undefined) throw new Error('the bytes of an answer ended before its length');
    return value;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Writes a piece when it is its turn; resolves when the client has taken enough to want more, or went away. */
function handOver(bytes: Uint8Array, isLast: boolean, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    const turn = () => {
      leave();
      if (isLast) response.end(bytes);
      else if (!response.destroyed && !response.write(bytes)) return void response.on('drain', done).on('close', done);
      resolve();
    };
    turns.soon({ turn });
  });
}

function place(): Promise<void> | void {
  if (pieces < AT_ONCE) pieces++;
  else return new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else pieces--;
}
