// The interfaces of digest functions, for every implementation.

/** SHA-1 and SHA-256 of bytes: `Hex` as lowercase hex, else as 32 bytes. */
export interface Sha {
  sha1Hex(bytes: Uint8Array | string): string;
  sha256Hex(bytes: Uint8Array | string): string;
  sha256(bytes: Uint8Array | string): Uint8Array;
}

/** BLAKE3 of 256 bits, 64 lowercase hex characters. Texts are hashed as UTF-8. */
export interface Blake3 {
  blake3Hex(bytes: Uint8Array | string): string;
  /** Makes a separate hasher for a stream. */
  createBlake3(): Promise<Blake3Stream>;
}

/** A running hash: feed it with `update`, end it once with `hex`. */
interface Blake3Stream {
  update(bytes: Uint8Array | string): void;
  hex(): string;
}
