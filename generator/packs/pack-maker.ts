// Assembles the answers of a pack: compressed forms replace plain ones, and unchanged answers come from the former pack.
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
  /** Its name in the pack. */
  path: string;
  text: string | Uint8Array;
  /**
   * True to keep it compressed where that pays; 'gz' keeps only gzip, the form that is read to insert the figures of the
   * day.
   */
  compressed: boolean | 'gz';
  /** Sentences for the builder. */
  notices?: string[];
}

export class PackMaker {
  readonly #entries: ZipEntry[] = [];
  readonly #before: Pack | undefined;

  /** `before` is a former pack, whose compressed forms equal those that this code makes of the same answers. */
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
    if (compressed !== 'gz') this.put(`${path}.br`, twins?.br ?? brotli(bytes));
    this.put(`${path}.gz`, twins?.gz ?? gzip(bytes));
  }

  /** Adds an entry unchanged. */
  put(name: string, bytes: Uint8Array): void {
    this.#entries.push({ name, bytes });
  }

  /** Gives the pack: directions first, so that one read of its beginning has them, then all others by name. */
  bytes(): Uint8Array {
    const rank = ({ name }: ZipEntry) => (name === DIRECTIONS ? 0 : 1);
    const sorted = this.#entries.sort((a, b) => rank(a) - rank(b) || compareBytewise(a.name, b.name));
    return formatZip(sorted, crc32);
  }

  #twinsBefore(path: string, bytes: Buffer): { br: Buffer | undefined; gz: Buffer } | undefined {
    if (!this.#before) return undefined;
    const gz = storedEntry(this.#before, `${path}.gz`);
    const br = storedEntry(this.#before, `${path}.br`);
    return gz && unpackers.gz(gz).equals(bytes) ? { br, gz } : undefined;
  }
}
