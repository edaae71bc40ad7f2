// Digests in machine code, where the runtime has them: the one file here that knows of Node, and works without.
import type { Blake3, Sha } from './shapes.ts';

/** Undefined in a browser and at an edge. */
const { process } = globalThis as { process?: Partial<NodeJS.Process> };
const node = process?.getBuiltinModule;

/** SHA-1 and SHA-256 by the runtime; undefined when it is not Node. */
export function nativeSha(): Sha | undefined {
  const hash = node?.('node:crypto').hash;
  return (
    hash && {
      sha1Hex: (bytes) => hash('sha1', bytes),
      sha256Hex: (bytes) => hash('sha256', bytes),
      sha256: (bytes) => hash('sha256', bytes, 'buffer'),
    }
  );
}

/** False outside of Node, and where the operator said so: every thread and process reads the same variable. */
export function wantsNative(): boolean {
  return node !== undefined && process?.env?.HUB_NATIVE !== 'off';
}

/**
 * BLAKE3 by `@napi-rs/blake-hash`. Throws where that has no build for the platform, was not installed, or can't be
 * loaded just now.
 */
export function loadNativeBlake3(): Blake3 {
  const { blake3, Blake3Hasher } = node!('node:module').createRequire(import.meta.url)(
    '@napi-rs/blake-hash',
  ) as typeof import('@napi-rs/blake-hash');
  return {
    blake3Hex: (bytes) => blake3(bytes).toString('hex'),
    async createBlake3() {
      const hasher = new Blake3Hasher();
      return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
    },
  };
}

/** False in a worker thread. */
export function isMainThread(): boolean {
  return node?.('node:worker_threads').isMainThread ?? true;
}

/** Tells the operator one sentence, by the way that Node has for warnings of a library. */
export function warn(sentence: string): void {
  process?.emitWarning?.(sentence);
}
