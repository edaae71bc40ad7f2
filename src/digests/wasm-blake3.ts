// BLAKE3 in WebAssembly.
import { createBLAKE3 } from 'hash-wasm';
import type { Blake3 } from './native.ts';

/** Loads the WebAssembly. Rejects if the runtime has no memory for it. */
export async function openWasmBlake3(): Promise<Blake3> {
  const whole = await createBLAKE3();
  return {
    blake3Hex: (bytes) => whole.init().update(bytes).digest('hex'),
    async createBlake3() {
      const hasher = (await createBLAKE3()).init();
      return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
    },
  };
}
