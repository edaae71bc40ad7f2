// SHA-1 and SHA-256 in WebAssembly.
import { createSHA1, createSHA256 } from 'hash-wasm';
import type { Sha } from './native.ts';

const [sha1, sha2] = await Promise.all([createSHA1(), createSHA256()]);

export const wasmSha: Sha = {
  sha1Hex: (bytes) => sha1.init().update(bytes).digest('hex'),
  sha256Hex: (bytes) => sha2.init().update(bytes).digest('hex'),
  sha256: (bytes) => sha2.init().update(bytes).digest('binary'),
  async createSha256() {
    const stream = (await createSHA256()).init();
    return { update: (bytes) => void stream.update(bytes), hex: () => stream.digest('hex') };
  },
};
