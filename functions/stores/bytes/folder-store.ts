// Makes a store of a folder. Each name is a file, which is read synchronously.
import { join } from 'node:path';
import type { Store } from '../../../src/tree/store.ts';
import { fileBody } from './file-body.ts';
import { openFile, readInto } from './plain-file.ts';

/** Makes a store of `folder`. A name that is no plain file counts as missing. */
export function folderStore(folder: string): Store {
  const at = (name: string) => join(folder, name);
  return {
    get: (name) => openFile(at(name), (fd, { size }) => readFrom(fd, at(name), 0, size)),
    range: (name, start, end) =>
      openFile(at(name), (fd, { size }) => readFrom(fd, at(name), start, Math.max(start, Math.min(end, size)))),
    size: (name) => openFile(at(name), (_, { size }) => size),
    stream: (name, length) => fileBody(at(name), length),
  };
}

/** Reads the bytes of a file from `start` up to `end`. */
function readFrom(fd: number, file: string, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  if (readInto(fd, bytes, start) < bytes.length) throw new Error(`${file} became shorter while it was read`);
  return bytes;
}
