// Writes and reads ZIP files whose entries are not compressed (PKWARE APPNOTE 6.3). The files are written whole and
// read in ranges, and common tools can read them. Entries lie in the given order. The central directory lists them in
// the order of their names' bytes, so that it can be searched in blocks. More than 65,535 entries need a ZIP64 end
// record (APPNOTE 4.3.14). Files over four gigabytes are refused.
import { joined } from '../basics/bytes.ts';
import { byPath } from '../nouns/file-path.ts';
import type { Span } from '../resolve/sorted-lines.ts';

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** The position of an entry's bytes in the file. */
export interface ZipPlace extends Span {
  name: string;
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
  const data: Uint8Array[] = [];
  const records: { path: string; bytes: Uint8Array }[] = [];
  let offset = 0;
  for (const { name: path, bytes } of entries) {
    const name = utf8.encode(path);
    // Both headers have these: flags, method, time, date, checksum, size twice, length of the name, no extra field.
    const shared = [UTF8, 0, 0, DATE, crc32(bytes), bytes.length, bytes.length, name.length, 0];
    data.push(packed('IHHHHHIIIHH', LOCAL, VERSION, ...shared), name, bytes);
    // The zeros mean no comment, the first disk, no attributes.
    const record = packed('IHHHHHHIIIHHHHHII', CENTRAL, VERSION, VERSION, ...shared, 0, 0, 0, 0, offset);
    records.push({ path, bytes: joined([record, name]) });
    offset += LOCAL_SIZE + name.length + bytes.length;
  }
  const directory = records.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const end = offset + directory;
  if (end > MOST_BYTES) throw new RangeError(`a pack of ${end} bytes is larger than a ZIP can be`);
  const count = records.length;
  const shown = Math.min(count, MOST_ENTRIES);
  return joined([
    ...data,
    ...records.sort(byPath).map(({ bytes }) => bytes),
    ...(count < MOST_ENTRIES ? [] : [end64(count, directory, offset)]),
    packed('IHHHHIIH', END, 0, 0, shown, shown, directory, offset, 0),
  ]);
}

/** Returns the end record of a ZIP64 and its locator. The directory begins at `start`, and has `size` bytes. */
function end64(count: number, size: number, start: number): Uint8Array {
  const record = [END64, END64_SIZE - 12, VERSION64, VERSION64, 0, 0, count, count, size, start];
  return packed('IQHHIIQQQQIIQI', ...record, LOCATOR64, 0, start + size, 1);
}

/** Returns numbers as bytes, the low byte first: `H` stands for two bytes, `I` for four, `Q` for eight. */
function packed(layout: string, ...numbers: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * numbers.length));
  let at = 0;
  for (const [field, value] of numbers.entries()) {
    const kind = layout[field];
    if (kind === 'H') view.setUint16(at, value, true);
    else if (kind === 'I') view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += kind === 'H' ? 2 : kind === 'I' ? 4 : 8;
  }
  return new Uint8Array(view.buffer, 0, at);
}

/** Returns the size in bytes of the record for this name in a central directory. */
export const recordSize = (name: string) => CENTRAL_SIZE + utf8.encode(name).length;

/**
 * Finds the central directory in a file of `size` bytes. `tail` has the last `ZIP_TAIL` bytes, or all bytes of a
 * smaller file. Throws if the file is not one that `formatZip` makes.
 */
export function directorySpan(tail: Uint8Array, size: number): Span {
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
