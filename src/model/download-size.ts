// Gives the size of a download from a row of the index, even from an older row without the size of a copy.
import type { HubFacts } from '../shapes/models.ts';

/** Gives the bytes of weights in one usable copy, or of all weights if the row is older and has no copy size. */
export function copyBytes({ copy_bytes, weight_bytes }: HubFacts): number | undefined {
  return copy_bytes ?? weight_bytes;
}
