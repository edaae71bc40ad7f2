// Opens BLAKE3 in the main thread and in another thread. Prints in which of the two the package with machine code
// is loaded.
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { openBlake3 } from '../../../src/digests/blake3.ts';

await openBlake3();
const isLoaded = Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('blake-hash'));
if (isMainThread)
  new Worker(new URL(import.meta.url)).once('message', (inThread: boolean) =>
    console.log(JSON.stringify({ isLoaded, inThread })),
  );
else parentPort!.postMessage(isLoaded);
