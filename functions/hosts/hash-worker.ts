// The thread of hash-thread.ts: each message is bytes, each answer their BLAKE3 and the same memory.
import { parentPort } from 'node:worker_threads';
import { blake3Hex } from '../../src/blake3.ts';
import type { Hashed } from './hash-thread.ts';

parentPort!.on('message', (bytes: Uint8Array) => {
  parentPort!.postMessage({ hex: blake3Hex(bytes), bytes } satisfies Hashed, [bytes.buffer as ArrayBuffer]);
});
