// BLAKE3 as the catalog uses it: whole texts at once, or a stream piece by piece.
import { createBLAKE3 } from 'hash-wasm';

const whole = await createBLAKE3();

/** The BLAKE3 digest of `bytes`, 64 lowercase hex characters. */
export function blake3Hex(bytes: Uint8Array | string): string {
  return whole.init().update(bytes).digest('hex');
}

/** A hasher of its own for a stream: feed it with `update`, end it with `digest('hex')`. */
export const createBlake3 = createBLAKE3;
