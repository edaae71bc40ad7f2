// Writes and reads ZIP files whose entries are not compressed (PKWARE APPNOTE 6.3). The files are written whole and
// read in ranges, and common tools can read them. Entries lie in the given order. The central directory lists them in
// the order of their names' bytes, so that it can be searched in blocks. More than 65,535 entries need a ZIP64 end
// record (APPNOTE 4.3.14). Files over four gigabytes are refused.
import { compareBytewise } from '../nouns/file-path.ts';

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** The position of an entry's bytes in the file. */
export interface ZipPlace {
  name: string;
  start: number;
  end: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const [LOCAL_SIZE, CENTRAL_SIZE, END_SIZE, END64_SIZE, LOCATOR64_SIZE] = [30, 46, 22, 56, 20];
/** The number of bytes at the end of a file that contain all end records. */
export const ZIP_TAIL = END64_SIZE + LOCATOR64_SIZE + END_SIZE;

const [MOST_ENTRIES, MOST_BYTES] = [0xffff, 0xffffffff];
/** The ZIP versions that a reader needs: 2.0 for stored entries in folders, 4.5 for ZIP64. */
const [VERSION, VERSION64] = [20, 45];
/** The flag which says that names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8 = 0x800;
/** 1 January 1980, the first day that ZIP knows. A fixed day gives the same bytes whenever a file is packed. */
const DATE = 0x21;

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Makes a ZIP file with these entries, whose names must differ. `crc32` computes the checksum of ISO 3309. Throws a
 * RangeError if the file would have more than four gigabytes.
 */
export function formatZip(entries: readonly ZipEntry[], crc32: (bytes: Uint8Array) => number): Uint8Array {
  const made = entries.map(({ name, bytes }) => ({
    name,
    bytes,
    utf8: utf8.encode(name),
    crc: crc32(bytes),
    offset: 0,
  }));
  const names = made.reduce((sum, entry) => sum + entry.utf8.length, 0);
  const data = made.reduce((sum, entry) => sum + LOCAL_SIZE + entry.utf8.length + entry.bytes.length, 0);
  const directory = names + CENTRAL_SIZE * made.length;
  if (data + directory > MOST_BYTES)
    throw new RangeError(`a pack of ${data + directory} bytes is larger than a ZIP can be`);
  const is64 = made.length >= MOST_ENTRIES;
  const zip = new Writer(data + directory + (is64 ? END64_SIZE + LOCATOR64_SIZE : 0) + END_SIZE);
  for (const entry of made) {
    entry.offset = zip.at;
    zip.u32(LOCAL).u16(VERSION);
    about(zip, entry);
    zip.u16(0).bytes(entry.utf8).bytes(entry.bytes);
  }
  for (const entry of made.toSorted((a, b) => compareBytewise(a.name, b.name))) {
    zip.u32(CENTRAL).u16(VERSION).u16(VERSION);
    about(zip, entry);
    // These zeros mean no extra field, no comment, the first disk, no attributes.
    zip.u16(0).u16(0).u16(0).u16(0).u32(0).u32(entry.offset).bytes(entry.utf8);
  }
  if (is64) end64(zip, made.length, data, directory);
  const count = Math.min(made.length, MOST_ENTRIES);
  zip.u32(END).u16(0).u16(0).u16(count).u16(count).u32(directory).u32(data).u16(0);
  return zip.done();
}

/** Returns the size in bytes of the record for this name in a central directory. */
export const recordSize = (name: string) => CENTRAL_SIZE + utf8.encode(name).length;

/** Writes the fields that both headers of an entry have: flags, method, time, date, checksum, sizes, name length. */
function about(zip: Writer, { crc, bytes, utf8 }: { crc: number; bytes: Uint8Array; utf8: Uint8Array }): void {
  zip.u16(UTF8).u16(0).u16(0).u16(DATE).u32(crc).u32(bytes.length).u32(bytes.length).u16(utf8.length);
}

function end64(zip: Writer, count: number, data: number, directory: number): void {
  const at = zip.at;
  zip
    .u32(END64)
    .u64(END64_SIZE - 12)
    .u16(VERSION64)
    .u16(VERSION64)
    .u32(0)
    .u32(0);
  zip.u64(count).u64(count).u64(directory).u64(data);
  zip.u32(LOCATOR64).u32(0).u64(at).u32(1);
}

/**
 * Finds the central directory in a file of `size` bytes. `tail` has the last `ZIP_TAIL` bytes, or all bytes of a
 * smaller file. Throws if the file is not one that `formatZip` makes.
 */
export function directorySpan(tail: Uint8Array, size: number): { start: number; end: number } {
  const view = viewOf(tail);
  const end = tail.length - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('it does not end as a ZIP does');
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (start + length > size) throw new Error('its directory lies beyond its end');
  return { start, end: start + length };
}

/**
 * Reads the entries in `directory`: all of a central directory, or some whole records of it. Throws for other bytes.
 */
export function readDirectory(directory: Uint8Array): ZipPlace[] {
  const view = viewOf(directory);
  const places: ZipPlace[] = [];
  for (let at = 0; at < directory.length; ) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('its directory is damaged');
    const [size, length] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const next = at + CENTRAL_SIZE + length;
    const start = view.getUint32(at + 42, true) + LOCAL_SIZE + length;
    places.push({ name: text.decode(directory.subarray(at + CENTRAL_SIZE, next)), start, end: start + size });
    at = next;
  }
  return places;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Writes bytes, and numbers with the low byte first, one after the other. */
class Writer {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;

  constructor(length: number) {
    this.#bytes = new Uint8Array(length);
    this.#view = viewOf(this.#bytes);
  }

  u16(value: number): this {
    this.#view.setUint16(this.at, value, true);
    this.at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.at, value, true);
    this.at += 4;
    return this;
  }

  u64(value: number): this {
    this.#view.setBigUint64(this.at, BigInt(value), true);
    this.at += 8;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }

  done(): Uint8Array {
    return this.#bytes;
  }
}
