// Digests as the index uses them, of whole texts at once; BLAKE3 of a stream as well. Texts are hashed as UTF-8.
import { nativeBlake3, nativeSha } from './digests/native.ts';

/** SHA-1 and SHA-256 of bytes, as lowercase hex. */
export interface Sha {
  sha1Hex(bytes: Uint8Array | string): string;
  sha256Hex(bytes: Uint8Array | string): string;
}

/** BLAKE3 of 256 bits, 64 lowercase hex characters. */
export interface Blake3 {
  blake3Hex(bytes: Uint8Array | string): string;
  /** A hasher of its own for a stream. */
  createBlake3(): Promise<Blake3Stream>;
}

/** A hash under way: feed it with `update`, end it once with `hex`. */
export interface Blake3Stream {
  update(bytes: Uint8Array | string): void;
  hex(): string;
}

// WebAssembly only where nothing faster runs. It also keeps it out of the threads of a build: V8 can lose track of
// compiled WebAssembly when many threads start and end, and takes the process down (nodejs/node#64500).
export const { sha1Hex, sha256Hex }: Sha = nativeSha() ?? (await import('./digests/wasm-sha.ts'));
export const { blake3Hex, createBlake3 }: Blake3 = nativeBlake3() ?? (await import('./digests/wasm-blake3.ts'));
