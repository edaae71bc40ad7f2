// The interfaces that every implementation of the digest functions has.

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
