// The interfaces of the digest functions, and digests in machine code, if the runtime has them. Only this file of `src`
// uses Node, and it loads in other runtimes too.

/** SHA-1 and SHA-256. Functions ending in `Hex` give lowercase hex, `sha256` gives 32 bytes. */
export interface Sha {
  sha1Hex(bytes: Uint8Array | string): string;
  sha256Hex(bytes: Uint8Array | string): string;
  sha256(bytes: Uint8Array | string): Uint8Array;
  /** Makes a SHA-256 hasher for one stream. */
  createSha256(): Promise<HashStream>;
}

/** BLAKE3 of 256 bits, 64 lowercase hex characters. Texts are hashed as UTF-8. */
export interface Blake3 {
  blake3Hex(bytes: Uint8Array | string): string;
  /** Makes a hasher for one stream. */
  createBlake3(): Promise<HashStream>;
}

/** A hash that is being computed: call `update` for each piece, then `hex` once. */
interface HashStream {
  update(bytes: Uint8Array | string): void;
  hex(): string;
}

/** `process` is undefined in a browser and in most edge runtimes. */
const { process } = globalThis as { process?: Partial<NodeJS.Process> };
const node = process?.getBuiltinModule;

/** Returns the runtime's SHA-1 and SHA-256; undefined outside of Node. */
export function nativeSha(): Sha | undefined {
  const crypto = node?.('node:crypto');
  const hash = crypto?.hash;
  return (
    hash && {
      sha1Hex: (bytes) => hash('sha1', bytes),
      sha256Hex: (bytes) => hash('sha256', bytes),
      sha256: (bytes) => hash('sha256', bytes, 'buffer'),
      async createSha256() {
        const stream = crypto.createHash('sha256');
        return { update: (bytes) => void stream.update(bytes), hex: () => stream.digest('hex') };
      },
    }
  );
}

/** True on Node, unless the operator set the environment variable `HUB_NATIVE` to `off`. */
export function wantsNative(): boolean {
  return node !== undefined && process?.env?.HUB_NATIVE !== 'off';
}

/**
 * Loads BLAKE3 from `@napi-rs/blake-hash`. Throws if the package is not installed, has no build for the platform, or
 * can't be loaded at the moment.
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

/** Prints a sentence for the operator, as a warning of Node. */
export function warn(sentence: string): void {
  process?.emitWarning?.(sentence);
}
