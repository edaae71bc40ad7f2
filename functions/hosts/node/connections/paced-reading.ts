// Reads a socket little by little, for clients that make a lot of a few bytes: requests sent ahead, bodies in tiny chunks.
import type { Socket } from 'node:net';
import type { Turns } from './turns.ts';

/** The state of a connection that decides whether it is read. */
interface Pace {
  readonly socket: Socket;
  readonly isIdle: boolean;
  readonly wantsMore: boolean;
}

/** Bytes parsed at a time: of requests of 18 bytes, or chunks of one, parsing them takes half a millisecond. */
const PIECE = 2048;

/**
 * By itself Node parses up to two mebibytes before it looks at another connection. With a listener for `readable` it
 * parses what somebody reads, and no more: here a piece at each turn.
 */
export class PacedReading {
  readonly #connection: Pace;
  readonly #turns: Turns;
  #isScheduled = false;

  /** Reads from now on, while `connection` wants more. */
  constructor(connection: Pace, turns: Turns) {
    this.#connection = connection;
    this.#turns = turns;
    const goOn = () => this.goOn();
    connection.socket.on('readable', goOn).on('drain', goOn);
  }

  /** Reads where it may: at once the little that a client sends who waits for nothing else, or at its next turn. */
  goOn(): void {
    if (this.#isScheduled || !this.#isDue) return;
    const { isIdle, socket } = this.#connection;
    if (isIdle && socket.readableLength <= PIECE) this.#read();
    else this.#readSoon();
  }

  #readSoon(): void {
    this.#isScheduled = true;
    this.#turns.add(() => {
      this.#isScheduled = false;
      if (this.#isDue) this.#read();
    });
  }

  #read(): void {
    const { socket } = this.#connection;
    if (socket.read(Math.min(PIECE, socket.readableLength)) !== null && !this.#isScheduled) this.#readSoon();
  }

  /** Node's parser takes nothing from a client that does not take its answers: it fails where it is given more. */
  get #isDue(): boolean {
    const { socket, wantsMore } = this.#connection;
    return wantsMore && socket.writable && !socket.writableNeedDrain;
  }
}
