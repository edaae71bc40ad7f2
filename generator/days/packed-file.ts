// Opens large files that are stored whole or packed: the catalogs of days.
import { closeSync, fstatSync } from 'node:fs';
import { PACKED, readPackedFile } from '../../functions/stores/bytes/packed-file.ts';
import { openOwnFileSync, readInto } from '../../functions/stores/bytes/plain-file.ts';

/** A file that can be read from any offset. */
export interface OpenBytes {
  /** The size of the whole file in bytes, unpacked. */
  size: number;
  /** Reads into `bytes` from the offset `start` on, and returns the number of bytes that were read. */
  read(bytes: Uint8Array, start: number): number;
  close(): void;
}

/**
 * Opens the file of the hub's own at `path`, or the packed one that has taken its place, since a reader may have seen
 * the whole file before. Throws as `openOwnFileSync` does.
 */
export function openBytes(path: string): OpenBytes {
  const packed = path.endsWith(PACKED) ? path : path + PACKED;
  try {
    if (path !== packed) return openWhole(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const size = packedSize(packed);
  if (size === undefined) return openWhole(path);
  const read = (bytes: Uint8Array, start: number) => {
    const part = readPackedFile(packed, (_, range) => range(start, start + bytes.length))!;
    bytes.set(part);
    return part.length;
  };
  return { size, read, close() {} };
}

function openWhole(path: string): OpenBytes {
  const fd = openOwnFileSync(path);
  return { size: fstatSync(fd).size, read: (bytes, start) => readInto(fd, bytes, start), close: () => closeSync(fd) };
}

/** Gives the number of unpacked bytes of the packed file at `path`; undefined if there is none. */
export const packedSize = (path: string): number | undefined => readPackedFile(path, ({ size }) => size);
