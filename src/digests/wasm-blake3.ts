// BLAKE3 in WebAssembly: runs everywhere.
import { createBLAKE3 } from 'hash-wasm';
import type { Blake3 } from '../digests.ts';

const whole = await createBLAKE3();

export const blake3Hex: Blake3['blake3Hex'] = (bytes) => whole.init().update(bytes).digest('hex');

export const createBlake3: Blake3['createBlake3'] = async () => {
  const hasher = (await createBLAKE3()).init();
  return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
};
