// Digests in machine code, where the runtime has them: BLAKE3 is ten times as fast as in WebAssembly.
import type { Blake3, Sha } from '../digests.ts';

/** Undefined in a browser and at an edge. */
const node = (globalThis as { process?: Partial<NodeJS.Process> }).process?.getBuiltinModule;

/** SHA-1 and SHA-256 by the runtime; undefined when it is not Node. */
export function nativeSha(): Sha | undefined {
  const hash = node?.('node:crypto').hash;
  return hash && { sha1Hex: (bytes) => hash('sha1', bytes), sha256Hex: (bytes) => hash('sha256', bytes) };
}

/** BLAKE3 by `@napi-rs/blake-hash`; undefined where that has no build for the platform, or was not installed. */
export function nativeBlake3(load = loadBlakeHash): Blake3 | undefined {
  try {
    const { blake3, Blake3Hasher } = load();
    return {
      blake3Hex: (bytes) => blake3(bytes).toString('hex'),
      async createBlake3() {
        const hasher = new Blake3Hasher();
        return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
      },
    };
  } catch {
    return undefined;
  }
}

function loadBlakeHash(): typeof import('@napi-rs/blake-hash') {
  if (!node) throw new Error('not Node');
  return node('node:module').createRequire(import.meta.url)('@napi-rs/blake-hash');
}
