// The search index on a Node host: opened from its file at first use, rows read from the catalog object on disk.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { SearchIndex } from '../../src/search-index/search-index.ts';
import { SEARCH_INDEX } from '../../src/static-tree.ts';
import { searchOver } from '../search-over-index.ts';
import type { SearchPort } from '../search-port.ts';

/** Opens the index of the tree at `folder`; `catalog` is the catalog object's file, whose rows begin at `rowsStart`. */
export function openSearch(folder: string, catalog: string, rowsStart: number): SearchPort {
  const index = new SearchIndex(readWhole(join(folder, SEARCH_INDEX)));
  const fd = openSync(catalog, 'r');
  const port = searchOver(index, rowsStart, (start, end) => readPart(fd, start, end));
  // The descriptor lives as long as the tree is in use, even when its files have been cleared away.
  closer.register(port, fd);
  return port;
}

const closer = new FinalizationRegistry<number>((fd) => closeSync(fd));

function readPart(fd: number, start: number, end: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(end - start);
  readSync(fd, bytes, 0, bytes.length, start);
  return bytes;
}

function readWhole(path: string): ArrayBuffer {
  const fd = openSync(path, 'r');
  try {
    const buffer = new ArrayBuffer(fstatSync(fd).size);
    readSync(fd, new Uint8Array(buffer), 0, buffer.byteLength, 0);
    return buffer;
  } finally {
    closeSync(fd);
  }
}
