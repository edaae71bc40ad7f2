// Assembles the answers of a pack. Stores compressed forms in place of large plain answers. Takes the compressed forms
// of unchanged answers from the pack of an earlier build, since compression is slow.
import { crc32 } from 'node:zlib';
import { paysToCompress } from '../../src/basics/compression.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { DIRECTIONS } from '../../src/tree/static-tree.ts';
import { formatZip, type ZipEntry } from '../../src/tree/zip.ts';
import { brotli, gzip, unpackers } from '../files/compress.ts';
import { storedEntry } from './list-reader.ts';

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
  readonly #before: Pack | undefined;

  /** `before` is the pack of an earlier build, whose code must compress answers in the same way as this code. */
  constructor(before?: Pack) {
    this.#before = before;
  }

  /** Adds an answer. */
  add({ path, text, compressed }: RenderedFile): void {
    const bytes = Buffer.from(text as string);
    if (!compressed || !paysToCompress(bytes.length)) {
      this.put(path, bytes);
      return;
    }
    const twins = this.#twinsBefore(path, bytes);
    this.put(`${path}.br`, twins?.br ?? brotli(bytes));
    this.put(`${path}.gz`, twins?.gz ?? gzip(bytes));
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

  #twinsBefore(path: string, bytes: Buffer): { br: Buffer; gz: Buffer } | undefined {
    if (!this.#before) return undefined;
    const gz = storedEntry(this.#before, `${path}.gz`);
    const br = storedEntry(this.#before, `${path}.br`);
    return gz && br && unpackers.gz(gz).equals(bytes) ? { br, gz } : undefined;
  }
}
