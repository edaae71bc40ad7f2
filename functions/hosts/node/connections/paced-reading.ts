// Reads a socket little by little, for clients whose few bytes cost a lot of work: requests sent ahead, bodies in tiny
// chunks.
import type { Socket } from 'node:net';
import type { Turns } from './turns.ts';

/** Bytes parsed at a time: of requests of 18 bytes, or chunks of one, parsing them takes half a millisecond. */
const PIECE = 2048;

/**
 * By itself Node parses up to two mebibytes before it looks at another connection. With a listener for `readable` it
 * parses what somebody reads, and no more: here a piece at each turn, while `wantsMore`. Gives what goes on when it
 * wants more again.
 */
export function readInTurns(socket: Socket, turns: Turns, wantsMore: () => boolean): () => void {
  let isWaiting = false;
  // Node's parser takes nothing from a client that does not take its answers: it fails where it is given more.
  const isDue = () => wantsMore() && socket.writable && !socket.writableNeedDrain;
  const goOn = () => {
    if (isWaiting || !isDue()) return;
    isWaiting = true;
    turns.add(() => {
      isWaiting = false;
      if (isDue() && socket.read(Math.min(PIECE, socket.readableLength)) !== null) goOn();
    });
  };
  socket.on('readable', goOn).on('drain', goOn);
  return goOn;
}
