// Sends a part of a file: piece by piece, as fast as the client takes it, and never many pieces of many files at once.
import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Turns } from './turns.ts';

const PIECE = 64 * 1024;
/** Pieces of all transfers that are in memory on the way from disk to kernel. */
const AT_ONCE = 16;

/** One piece in a round: it costs the kernel a tenth of a millisecond, and a thousand clients may want one. */
const turns = new Turns(0);
let pieces = 0;
const waiting: (() => void)[] = [];

/**
 * Sends `length` bytes of `file` from `start` on and ends the response; it stops where the client goes away.
 * Rejects when the file can't be read, or is shorter.
 */
export async function transferFile(
  file: FileHandle,
  { start, length }: { start: number; length: number },
  response: ServerResponse,
): Promise<void> {
  if (length === 0) response.end();
  for (let at = 0; at < length && !response.destroyed; ) {
    const bytes = await readPiece(file, start + at, Math.min(PIECE, length - at));
    at += bytes.length;
    await handOver(bytes, at === length, response);
  }
}

/** Takes a place, which `handOver` gives back. */
async function readPiece(file: FileHandle, start: number, length: number): Promise<Buffer> {
  await place();
  try {
    const bytes = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    if (bytesRead === 0) throw new Error(`the file ends at byte ${start}, and more was told`);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    leave();
    throw error;
  }
}

/** Writes a piece when it is its turn; resolves when the client has taken enough to want more, or went away. */
function handOver(bytes: Buffer, isLast: boolean, response: ServerResponse): Promise<void> {
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
