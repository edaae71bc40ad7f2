// The worker that hashes one file at a time. It runs in another thread than the page, so that the page stays
// responsive.
import { createSHA256 } from 'hash-wasm';
import { LazyValue } from '../basics/lazy-value.ts';
import { type HashCheckpoint, type HashResult, hashFile } from './hash-file.ts';

export type Order = { kind: 'hash'; file: File; from: HashCheckpoint | undefined } | { kind: 'stop' };

export type Report =
  | { kind: 'progress'; done: number }
  | { kind: 'checkpoint'; checkpoint: HashCheckpoint }
  | { kind: 'end'; result: HashResult }
  | { kind: 'fault'; reason: string };

let stopped = false;
const hasher = new LazyValue(createSHA256);
const report = (message: Report) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  stopped = data.kind === 'stop';
  if (data.kind === 'stop') return;
  hash(data.file, data.from).catch((error: unknown) => report({ kind: 'fault', reason: reasonOf(error) }));
});

const { port1, port2 } = new MessageChannel();

/**
 * Lets the worker receive messages between two pieces. If all pieces are in memory, hashing never pauses, and an order
 * to stop would otherwise wait until the last piece.
 */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });
}

async function hash(file: File, from: HashCheckpoint | undefined): Promise<void> {
  const result = await hashFile(await hasher.get(), {
    file,
    from,
    isStopped: () => stopped,
    onProgress: (done) => {
      report({ kind: 'progress', done });
      return turn();
    },
    onCheckpoint: (checkpoint) => report({ kind: 'checkpoint', checkpoint }),
  });
  report({ kind: 'end', result });
}

/**
 * Describes a failure. Browsers report `NotReadableError` for a file that was moved or changed, or that the page may
 * not read.
 */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'NotReadableError' || name === 'NotFoundError') return 'it was moved, changed or can’t be read';
  return message;
}
