// Says when a built answer is also stored compressed; the writer and every reader must agree.

/** Smaller answers are not worth a second file: with their headers they fill one packet. */
const WORTH_COMPRESSING = 1400;

/** True if an answer of `size` bytes on a compressed row has .br and .gz forms. */
export function paysToCompress(size: number): boolean {
  return size >= WORTH_COMPRESSING;
}
