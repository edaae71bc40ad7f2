// Compressed twins of an answer: brotli and gzip, at the levels where a build still keeps pace with the disk.
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 4;
/** A page has a budget of 30 KB: one whose fast twin is larger than this is worth forty times the work. */
const LARGE_PAGE = 24 * 1024;
const LARGE_PAGE_QUALITY = 10;

/** The brotli twin of a page: a sixth smaller than the fast one where many files make the page large. */
export function brotliPage(bytes: Uint8Array): Buffer {
  const fast = brotli(bytes);
  return fast.length > LARGE_PAGE ? brotli(bytes, LARGE_PAGE_QUALITY) : fast;
}

/** The brotli twin. The window is cut to the answer, or each call would set up 4 MiB for a few KiB. */
export function brotli(bytes: Uint8Array, quality = BROTLI_QUALITY): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length, constants.BROTLI_MIN_WINDOW_BITS, 22),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** The gzip twin. */
export function gzip(bytes: Uint8Array): Buffer {
  return gzipSync(bytes, { level: GZIP_LEVEL, windowBits: windowBits(bytes.length, 9, 15) });
}

/** What takes a twin back to the answer, by the ending of its name. */
export const unpackers = { br: brotliDecompressSync, gz: gunzipSync } as const;

function windowBits(size: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(size + 1))));
}
