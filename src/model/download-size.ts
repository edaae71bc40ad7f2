// Gives the size of a download by a row of the index, also of a day that did not know what one copy is.
import type { HubFacts } from '../shapes/models.ts';

/** Bytes of the weights of one usable copy, or those of all weights where a row of an earlier day knows no others. */
export function copyBytes({ copy_bytes, weight_bytes }: HubFacts): number | undefined {
  return copy_bytes ?? weight_bytes;
}
