// SHA-1 and SHA-256 of whole texts and bytes. Texts are hashed as UTF-8.
import { nativeSha, type Sha } from './native.ts';

// Node always has both digests; browsers and edge runtimes use WebAssembly.
export const { sha1Hex, sha256Hex, sha256, createSha256 }: Sha = nativeSha() ?? (await import('./wasm-sha.ts')).wasmSha;
