// Assembles the answers of a pack. Stores compressed forms in place of large plain answers.
import { crc32 } from 'node:zlib';
import { paysToCompress } from '../../src/basics/limits.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import { DIRECTIONS } from '../../src/tree/static-tree.ts';
import { formatZip, type ZipEntry } from '../../src/tree/zip.ts';
import { brotli, gzip } from '../files/compress.ts';

/** One rendered file of a pack. */
export interface RenderedFile {
  /** The name of the file in the pack. */
  path: string;
  text: string | Uint8Array;
  /** True to store brotli and gzip forms in place of the plain one, if the file is large enough. */
  compressed: boolean;
  /** Sentences that the operator should read. */
  notices?: string[];
}

export class PackMaker {
  readonly #entries: ZipEntry[] = [];

  /** Adds an answer. */
  add({ path, text, compressed }: RenderedFile): void {
    const bytes = Buffer.from(text as string);
    if (!compressed || !paysToCompress(bytes.length)) {
      this.put(path, bytes);
      return;
    }
    this.put(`${path}.br`, brotli(bytes));
    this.put(`${path}.gz`, gzip(bytes));
  }

  /** Adds an entry without compressing it. */
  put(name: string, bytes: Uint8Array): void {
    this.#entries.push({ name, bytes });
  }

  /**
   * Returns the pack. The directions come first, so that a reader who reads only the beginning has them. All other
   * entries are sorted by name.
   */
  bytes(): Uint8Array {
    const rank = ({ name }: ZipEntry) => (name === DIRECTIONS ? 0 : 1);
    const sorted = this.#entries.sort((a, b) => rank(a) - rank(b) || compareBytewise(a.name, b.name));
    return formatZip(sorted, crc32);
  }
}
