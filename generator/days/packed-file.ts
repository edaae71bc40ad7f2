// Reads large files that are stored whole or packed: the catalogs of earlier days. A packed file holds blocks, each
// compressed alone (Zstandard, RFC 8878), and behind them an index. If it names a key file, a packed file of the same
// format, then some blocks of the key file are the dictionary of each of its blocks. So a day takes little more space
// than what it changed, and every block can still be read alone.
//
//   block 0, block 1, …; the index, compressed JSON; the length of the index in 4 bytes, little-endian
import { closeSync, existsSync, fstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import zlib from 'node:zlib';
import { NoPlainFile, openOwnFileSync, readInto } from '../../functions/stores/bytes/plain-file.ts';

/** The ending of the name of a packed file. */
export const PACKED = '.packed';
const FORMAT = 'hub.model-hub.packed/v1';
/** The number of unpacked blocks that an open file keeps: the dictionary of a block has up to this many. */
export const MOST_KEY_BLOCKS = 8;

/** A file that can be read from any offset. */
export interface OpenBytes {
  /** The size of the whole file in bytes, unpacked. */
  size: number;
  /** Reads into `bytes` from the offset `start` on, and returns the number of bytes that were read. */
  read(bytes: Uint8Array, start: number): number;
  close(): void;
}

/** A block of a packed file. */
export interface PackedBlock {
  /** The number of bytes of the block, unpacked and packed. */
  plain: number;
  packed: number;
  /** The name by which blocks of two files are compared; the names of later blocks are greater or equal. */
  name: string;
  /** The blocks of the key file that are the dictionary, from the first up to the second; absent without key file. */
  key?: [number, number];
}

interface PackedIndex {
  format: typeof FORMAT;
  /** The name of the key file, without its ending, relative to the folder above that of the packed file. */
  key: string | null;
  blocks: PackedBlock[];
}

/** True if this version of Node packs files: those before 24.6 know no dictionaries. */
export const canPack = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 6);
};

/**
 * Opens the file of the hub's own at `path`, or the packed one that has taken its place, since a reader may have seen
 * the whole file before. Throws as `openOwnFileSync` does.
 */
export function openBytes(path: string): OpenBytes {
  if (path.endsWith(PACKED)) return new PackedFile(path);
  let fd: number;
  try {
    fd = openOwnFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(path + PACKED)) throw error;
    return new PackedFile(path + PACKED);
  }
  return { size: fstatSync(fd).size, read: (bytes, start) => readInto(fd, bytes, start), close: () => closeSync(fd) };
}

/** Compresses one block. */
export const packBlock = (bytes: Uint8Array, dictionary?: Uint8Array): Buffer =>
  zlib.zstdCompressSync(bytes, dictionary && { dictionary });

/** Makes the bytes behind the blocks. */
export function formatIndex(index: Omit<PackedIndex, 'format'>): Buffer {
  const packed = zlib.zstdCompressSync(JSON.stringify({ format: FORMAT, ...index } satisfies PackedIndex));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(packed.length);
  return Buffer.concat([packed, length]);
}

/** A packed file, open for reading. Every fault of it is a NoPlainFile. */
export class PackedFile implements OpenBytes {
  readonly size: number;
  readonly index: PackedIndex;
  readonly #path: string;
  readonly #fd: number;
  /** The offset of each block in the file, and in the unpacked bytes; each list ends with the end of the last block. */
  readonly #places: number[] = [0];
  readonly #starts: number[] = [0];
  readonly #kept = new Map<number, Buffer>();
  #key: PackedFile | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#fd = openOwnFileSync(path);
    try {
      this.index = this.#whole(() => this.#readIndex());
      for (const { plain, packed } of this.index.blocks) {
        this.#starts.push(this.#starts.at(-1)! + plain);
        this.#places.push(this.#places.at(-1)! + packed);
      }
      this.size = this.#starts.at(-1)!;
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  read(bytes: Uint8Array, start: number): number {
    let filled = 0;
    let at = this.#blockAt(start);
    while (filled < bytes.length && at < this.index.blocks.length) {
      const block = this.block(at);
      const part = block.subarray(start + filled - this.#starts[at]!, start + bytes.length - this.#starts[at]!);
      bytes.set(part, filled);
      filled += part.length;
      at += 1;
    }
    return filled;
  }

  /** Returns the bytes of a block. */
  block(at: number): Buffer {
    const known = this.#kept.get(at);
    if (known) return known;
    const { plain, packed, key } = this.index.blocks[at]!;
    const block = this.#whole(() => {
      const bytes = Buffer.allocUnsafe(packed);
      readInto(this.#fd, bytes, this.#places[at]!);
      const found = zlib.zstdDecompressSync(bytes, {
        maxOutputLength: plain,
        ...(key && { dictionary: this.#dictionary(key) }),
      });
      if (found.length !== plain) throw new Error();
      return found;
    });
    this.#kept.set(at, block);
    if (this.#kept.size > MOST_KEY_BLOCKS) this.#kept.delete(this.#kept.keys().next().value!);
    return block;
  }

  /** Joins blocks of this file to the dictionary of a block of another file. */
  join([from, to]: readonly [number, number]): Buffer {
    return Buffer.concat(Array.from({ length: to - from }, (_, at) => this.block(from + at)));
  }

  close(): void {
    closeSync(this.#fd);
    this.#key?.close();
  }

  #dictionary(blocks: [number, number]): Buffer {
    this.#key ??= new PackedFile(join(dirname(dirname(this.#path)), this.index.key! + PACKED));
    return this.#key.join(blocks);
  }

  /** Returns the number of the block that has the byte at `start`. */
  #blockAt(start: number): number {
    let [low, high] = [0, this.index.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle + 1]! <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #readIndex(): PackedIndex {
    const { size } = fstatSync(this.#fd);
    const length = Buffer.alloc(4);
    readInto(this.#fd, length, size - length.length);
    const bytes = Buffer.alloc(Math.min(length.readUInt32LE(), size));
    readInto(this.#fd, bytes, size - length.length - bytes.length);
    const index = JSON.parse(zlib.zstdDecompressSync(bytes).toString()) as PackedIndex;
    if (index.format !== FORMAT) throw new Error();
    return index;
  }

  #whole<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof NoPlainFile) throw error;
      throw new NoPlainFile(this.#path, 'damaged, or packed by a newer version, or its key file is missing');
    }
  }
}
