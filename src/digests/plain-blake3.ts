// BLAKE3 in JavaScript, for runtimes that can't compile WebAssembly.
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Blake3 } from './native.ts';

const bytesOf = (bytes: Uint8Array | string) => (typeof bytes === 'string' ? utf8ToBytes(bytes) : bytes);

export const plainBlake3: Blake3 = {
  blake3Hex: (bytes) => bytesToHex(blake3(bytesOf(bytes))),
  async createBlake3() {
    const hasher = blake3.create();
    return { update: (bytes) => void hasher.update(bytesOf(bytes)), hex: () => bytesToHex(hasher.digest()) };
  },
};
