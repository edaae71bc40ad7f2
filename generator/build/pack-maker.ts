// Puts the answers of a pack together: those that have compressed forms as these alone, and what stood in the pack before as it stood.
import { crc32 } from 'node:zlib';
import { paysToCompress } from '../../src/compression.ts';
import { compareBytewise } from '../../src/file-path.ts';
import { DIRECTIONS } from '../../src/static-tree.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { formatZip, type ZipEntry } from '../../src/tree/zip.ts';
import { brotli, gzip, unpackers } from './compress.ts';
import { storedEntry } from './list-reader.ts';
import type { RenderedFile } from './renderers.ts';

export class PackMaker {
  readonly #entries: ZipEntry[] = [];
  readonly #before: Pack | undefined;

  /** `before` is a pack whose compressed forms are those that would be made now, of the same answers. */
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

  /** Adds an entry as it is. */
  put(name: string, bytes: Uint8Array): void {
    this.#entries.push({ name, bytes });
  }

  /** The pack: directions first, so that one read of its beginning has them; then by name. */
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
