// Makes a store of a folder. Each name is a file, which is read synchronously.
import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/tree/store.ts';
import { fileBody } from './file-body.ts';
import { openFile, openIfPlain, readInto } from './plain-file.ts';

/** The maximum number of files that a store keeps open. */
const MOST_OPEN = 32;

/**
 * Makes a store of `folder`. A name that is no plain file counts as missing. Files that are read in parts stay open, so
 * that a tree can be read to its end although a newer one took its place.
 */
export function folderStore(folder: string): Store {
  const at = (name: string) => join(folder, name);
  /** Descriptors by name; the file that was not read for longest comes first. */
  const open = new Map<string, number>();
  const opened = (name: string): { fd: number; size: number } | undefined => {
    const known = open.get(name);
    const stats = known === undefined ? undefined : fstatSync(known);
    // A file without a link was removed or replaced.
    const fresh = stats?.nlink ? undefined : openIfPlain(at(name));
    const fd = fresh ?? known;
    if (fd === undefined) return undefined;
    if (fresh !== undefined && known !== undefined) closeSync(known);
    open.delete(name);
    open.set(name, fd);
    if (open.size > MOST_OPEN) {
      const [first, oldest] = open.entries().next().value!;
      open.delete(first);
      closeSync(oldest);
    }
    return { fd, size: (fresh === undefined ? stats! : fstatSync(fd)).size };
  };
  const range: Store['range'] = (name, start, end) => {
    const file = opened(name);
    return file && readFrom(file.fd, at(name), start, Math.max(start, Math.min(end, file.size)));
  };
  closer.register(range, open);
  return {
    get: (name) => openFile(at(name), (fd, { size }) => readFrom(fd, at(name), 0, size)),
    range,
    size: (name) => openFile(at(name), (_, { size }) => size),
    stream: (name, length) => fileBody(at(name), length),
  };
}

/** Closes the files of a store that is no longer used. */
const closer = new FinalizationRegistry<Map<string, number>>((open) => {
  for (const fd of open.values()) closeSync(fd);
});

/** Reads the bytes of a file from `start` up to `end`. */
function readFrom(fd: number, file: string, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  if (readInto(fd, bytes, start) < bytes.length) throw new Error(`${file} became shorter while it was read`);
  return bytes;
}
