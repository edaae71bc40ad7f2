// When a built answer is written compressed as well: the writer and every reader must agree.

/** Bytes under which compressing saves nothing worth a second file: an answer and its headers fill one packet. */
const WORTH_COMPRESSING = 1400;

/** True when an answer of `size` bytes on a compressed row has .br and .gz twins. */
export function paysToCompress(size: number): boolean {
  return size >= WORTH_COMPRESSING;
}
