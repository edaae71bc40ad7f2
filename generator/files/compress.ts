// Compresses answers by brotli and gzip, at levels that are at least as fast as the disk.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { paysToCompress } from '../../src/basics/limits.ts';

const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 3;

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

/** Writes the compressed forms of `bytes`, the content of the file at `path`, beside it, if there are enough bytes. */
export function writeForms(path: string, bytes: Uint8Array): void {
  if (!paysToCompress(bytes.length)) return;
  writeFileSync(`${path}.br`, brotli(bytes));
  writeFileSync(`${path}.gz`, gzip(bytes));
}

/** Writes a document at `path` in the draft of a tree at `folder`, with its compressed forms. */
export function writeDocumentFile(folder: string, path: string, text: string): void {
  const bytes = Buffer.from(text);
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  writeForms(file, bytes);
}
