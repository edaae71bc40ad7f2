// Decides when a built answer is also stored compressed; the writer and every reader must agree.

/**
 * The minimum size in bytes of an answer that gets compressed forms. A smaller answer fills one packet with its headers
 * anyway.
 */
const WORTH_COMPRESSING = 1400;

/** True if an answer of `size` bytes also has .br and .gz forms, on a row of the route table that compresses. */
export function paysToCompress(size: number): boolean {
  return size >= WORTH_COMPRESSING;
}
