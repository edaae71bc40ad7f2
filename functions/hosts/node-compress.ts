// Compresses what is made on request, on Node's own threads.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CompressPort } from '../ports.ts';

/**
 * Of eleven. The browse page of 94 KB becomes 9.6 KB in 0.9 ms; one step more makes 8.7 KB of it and takes 1.7 ms, which
 * is half of what making the page takes. Files of the tree are compressed once, and as far as it goes.
 */
const BROTLI_QUALITY = 4;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify<Uint8Array, Buffer>(gzip);

/** Both codings. */
export const nodeCompress: CompressPort = {
  br: (bytes) => brotliBytes(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => gzipBytes(bytes),
};
