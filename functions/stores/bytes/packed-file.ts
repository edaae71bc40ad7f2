// Reads the catalogs of earlier days, which are packed (decision 0013): blocks, each compressed alone (Zstandard, RFC
// 8878), and behind them an index. If it names a key file, another packed file, then a part of that file is the
// dictionary of each block. So a day takes little more space than what it changed, and any part can be read alone.
//
//   block 0, block 1, …; the index, compressed JSON; the length of the index in 4 bytes, little-endian
import { join } from 'node:path';
import zlib from 'node:zlib';
import { NoPlainFile, openFile, readInto } from './plain-file.ts';

/** The ending of the name of a packed file. */
export const PACKED = '.packed';
/** The number of unpacked bytes of every block but the last. */
export const PACKED_BLOCK = 2 ** 17;

export interface PackedIndex {
  /** The number of bytes of the whole file, unpacked. */
  size: number;
  /** The name of the key file, without its ending, relative to the folder above that of the packed file. */
  key: string | null;
  /** The beginning and the end of each block in this file, and of its dictionary in the key file, unpacked. */
  blocks: [start: number, end: number, from: number, to: number][];
}

/**
 * Calls `work` with the index of the packed file at `path`, and with a function that reads a range of the unpacked
 * bytes, or of fewer if the file ends before. Returns undefined if there is no file. Throws a NoPlainFile for a damaged
 * one.
 */
export function readPackedFile<T>(
  path: string,
  work: (index: PackedIndex, range: (start: number, end: number) => Buffer) => T,
): T | undefined {
  return openFile(path, (fd, stats) => {
    const part = (start: number, end: number) => {
      const bytes = Buffer.alloc(end - start);
      readInto(fd, bytes, start);
      return bytes;
    };
    try {
      const tail = stats.size - 4;
      const start = tail - part(tail, stats.size).readUInt32LE();
      const index = JSON.parse(zlib.zstdDecompressSync(part(start, tail)).toString()) as PackedIndex;
      const unpacked = ([start, end, from, to]: PackedIndex['blocks'][number]) => {
        const key = join(path, '../..', index.key + PACKED);
        const dictionary = index.key === null ? Buffer.alloc(0) : readPackedFile(key, (_, range) => range(from, to))!;
        return zlib.zstdDecompressSync(part(start, end), { dictionary, maxOutputLength: PACKED_BLOCK });
      };
      return work(index, (start, end) => {
        const first = Math.floor(start / PACKED_BLOCK);
        const blocks = index.blocks.slice(first, Math.ceil(Math.min(end, index.size) / PACKED_BLOCK));
        return Buffer.concat(blocks.map(unpacked)).subarray(start - first * PACKED_BLOCK, end - first * PACKED_BLOCK);
      });
    } catch (error) {
      throw error instanceof NoPlainFile
        ? error
        : new NoPlainFile(path, 'damaged, or packed by a newer version, or its key file is missing');
    }
  });
}
