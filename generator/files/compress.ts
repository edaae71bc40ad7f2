// Compresses answers by brotli and gzip, at levels that are at least as fast as the disk.
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 4;
/**
 * Compresses by brotli. The window has the size of the answer: by default, each call would prepare a window of 4 MiB
 * for an answer of a few KiB.
 */
export function brotli(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length, constants.BROTLI_MIN_WINDOW_BITS, 22),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Compresses by gzip. */
export function gzip(bytes: Uint8Array): Buffer {
  return gzipSync(bytes, { level: GZIP_LEVEL, windowBits: windowBits(bytes.length, 9, 15) });
}

/** The functions that unpack compressed forms, by the ending of a form's name. */
export const unpackers = { br: brotliDecompressSync, gz: gunzipSync } as const;

function windowBits(size: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(size + 1))));
}
