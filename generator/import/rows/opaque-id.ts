// The `_id` of a row: opaque and stable, for clients of the public hub that insist on one.
import { blake3Hex } from '../../process/blake3.ts';

/** 24 hex characters that depend on the model's id alone. */
export function opaqueId(id: string): string {
  return blake3Hex(id).slice(0, 24);
}
