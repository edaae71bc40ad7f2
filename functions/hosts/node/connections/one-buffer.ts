// Reads of all sockets into one buffer, as `onread` of net.Socket has it, for the sockets that a server accepted.
import { Socket } from 'node:net';

/** Parsed, or copied, before anything else is read. */
const BUFFER = Buffer.allocUnsafeSlow(64 * 1024);
/** Its beginnings, by length, up to that of usual requests: making one takes as long as reading into it. */
const beginnings: Buffer[] = [];
const KEPT = 4096;

function beginning(length: number): Buffer {
  if (length > KEPT) return BUFFER.subarray(0, length);
  beginnings[length] ??= BUFFER.subarray(0, length);
  return beginnings[length];
}

/**
 * Lets `take` have what `socket` reads, in bytes that are valid until it returns; false reads no more until the socket is
 * resumed. Only sockets that a program makes itself can be told so by Node's documented interface, and by events each
 * read costs a buffer of 64 KiB, which is a tenth of a request. So this sets what `onread` sets; false is given, and
 * nothing done, where this Node keeps it elsewhere.
 */
export function readIntoOneBuffer(socket: Socket, take: (bytes: Buffer) => boolean): boolean {
  const { _handle: handle } = socket as unknown as { _handle: { useUserBuffer?(buffer: Buffer): void } | null };
  if (!BUFFER_KEY || !CALLBACK_KEY || !handle?.useUserBuffer) return false;
  handle.useUserBuffer(BUFFER);
  Object.assign(socket, {
    [BUFFER_KEY]: BUFFER,
    [CALLBACK_KEY]: (length: number) => take(beginning(length)),
  });
  return true;
}

const keys = Object.getOwnPropertySymbols(new Socket());
const keyOf = (name: string) => keys.find(({ description }) => description === name);
const BUFFER_KEY = keyOf('kBuffer');
const CALLBACK_KEY = keyOf('kBufferCb');
