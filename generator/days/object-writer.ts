// Writes an object that is too large for memory: hashes it as it streams, and names it at the end.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { createBlake3 } from '../process/blake3.ts';

/**
 * The number of characters in a batch. The text of a small batch is freed soon. A text that survives two garbage
 * collections takes memory for much longer.
 */
const BATCH = 1 << 16;

export interface ObjectWriter {
  write(part: string | Uint8Array): void;
  /** Ends the object and moves it to its address; keeps nothing of it if `wanted` is another address. */
  finish(wanted?: Address): Address;
  /** Ends the object and keeps nothing; does nothing after `finish`. */
  abandon(): void;
}

let count = 0;

/** Opens a writer with a file of its own in `folder`; `fileOf` gives the path of an address. */
export async function createObjectWriter(folder: string, fileOf: (address: Address) => string): Promise<ObjectWriter> {
  mkdirSync(folder, { recursive: true });
  count += 1;
  const path = join(folder, `${process.pid}-${count}`);
  const fd = openSync(path, 'wx');
  const hasher = await createBlake3();
  let open = true;
  let text = '';
  const put = (bytes: Uint8Array) => {
    hasher.update(bytes);
    writeFileSync(fd, bytes);
  };
  const drain = () => {
    if (text !== '') put(Buffer.from(text));
    text = '';
  };
  const close = () => {
    if (open) closeSync(fd);
    open = false;
  };
  return {
    write(part) {
      if (typeof part === 'string') text += part;
      else {
        drain();
        put(part);
      }
      if (text.length >= BATCH) drain();
    },
    finish(wanted) {
      drain();
      close();
      const address = addressFromHex(hasher.hex());
      if (wanted !== undefined && wanted !== address) {
        rmSync(path);
        return address;
      }
      mkdirSync(dirname(fileOf(address)), { recursive: true });
      renameSync(path, fileOf(address));
      return address;
    },
    abandon() {
      close();
      // After `finish`, no file is left at `path`.
      rmSync(path, { force: true });
    },
  };
}
