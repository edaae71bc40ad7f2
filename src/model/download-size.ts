// Gives the size of a download by a row of the index, even one of an earlier day without the size of a copy.
import type { HubFacts } from '../shapes/models.ts';

/** Gives the bytes of weights in one usable copy, or of all weights if the row is of an earlier day. */
export function copyBytes({ copy_bytes, weight_bytes }: HubFacts): number | undefined {
  return copy_bytes ?? weight_bytes;
}
