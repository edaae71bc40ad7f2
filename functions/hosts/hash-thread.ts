// BLAKE3 of large bodies beside the thread that answers: hashing 32 MiB there would hold up every other request.
import { Worker } from 'node:worker_threads';
import { blake3Hex } from '../../src/blake3.ts';
import { isAlone } from './let-go.ts';

/** Smaller ones are hashed sooner than they are handed over. */
const WORTH_IT = 128 * 1024;
/** The thread makes next to nothing; with the limits of a whole process it would keep tens of megabytes. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/** What the thread answers. */
export interface Hashed {
  /** 64 lowercase hex characters. */
  hex: string;
  /** What was hashed; what was given may be empty now. */
  bytes: Uint8Array;
}

interface Waiting {
  resolve: (hashed: Hashed) => void;
  reject: (error: Error) => void;
}

/** One thread, started by the first large body and by the next one after it broke. It keeps no process alive. */
export class HashThread {
  #worker: Worker | undefined;
  /** Answers come in the order of the questions. */
  #waiting: Waiting[] = [];

  /** Takes `bytes` over and gives them back with their BLAKE3. Rejects when the thread broke; the bytes are lost then. */
  hash(bytes: Uint8Array): Promise<Hashed> {
    if (bytes.length < WORTH_IT || !isAlone(bytes)) return Promise.resolve({ hex: blake3Hex(bytes), bytes });
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
      // Not before: who could not ask waits for no answer.
      this.#waiting.push({ resolve, reject });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('hash-worker.ts', import.meta.url), { resourceLimits: LIMITS });
    worker.on('message', (hashed: Hashed) => this.#waiting.shift()?.resolve(hashed));
    worker.on('error', (error) => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.splice(0)) reject(error as Error);
    });
    worker.unref();
    return worker;
  }
}
