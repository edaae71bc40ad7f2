// Decides which built answers are also stored compressed. The build that writes them and the hub that reads them must
// agree.

/**
 * The minimum size in bytes of an answer that gets compressed forms. A smaller answer fits into one packet, together
 * with its headers, even if it is not compressed.
 */
const WORTH_COMPRESSING = 1400;

/**
 * True if an answer of `size` bytes also has .br and .gz forms, provided that its row of the route table allows
 * compression.
 */
export function paysToCompress(size: number): boolean {
  return size >= WORTH_COMPRESSING;
}
