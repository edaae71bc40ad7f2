// Writes objects that are too large for memory, such as catalogs: hashes each as it streams, and names it at the end.
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type CatalogFrame, formatHead, formatMiddle, formatTail } from '../../src/catalog/catalog-object.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { createBlake3 } from '../process/blake3.ts';

/**
 * The number of characters in a batch. The text of a small batch is freed soon. A text that survives two garbage
 * collections takes memory for much longer.
 */
const BATCH = 1 << 16;

interface ObjectWriter {
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

/** Stores the bytes of `chunks` if they hash to `address`. Gives the address of the bytes, and their number. */
export async function takeObject(
  store: { create(): Promise<ObjectWriter> },
  address: Address,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ found: Address; bytes: number }> {
  const writer = await store.create();
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      writer.write(chunk);
      bytes += chunk.length;
    }
    return { found: writer.finish(address), bytes };
  } finally {
    writer.abandon();
  }
}

/** The two lines of a model in a catalog, without comma and line feed. */
export interface CatalogLines {
  entry: string;
  row: string;
}

/**
 * Stores the catalog of `models`, which come in the order of their ids, and gives its address. Collects the rows in a
 * file of its own in `scratch` meanwhile, because they come after the last model. Keeps nothing if `models` throws.
 */
export async function writeCatalog(
  store: { placeOf(address: Address): string },
  frame: CatalogFrame,
  models: Iterable<CatalogLines>,
  scratch: string,
): Promise<Address> {
  const object = await createObjectWriter(scratch, (address) => store.placeOf(address));
  const path = join(scratch, 'rows');
  const rows = openSync(path, 'w+');
  try {
    object.write(formatHead(frame));
    let pending = '';
    let separator = '\n';
    for (const { entry, row } of models) {
      object.write(separator + entry);
      pending += separator + row;
      separator = ',\n';
      if (pending.length < BATCH) continue;
      writeFileSync(rows, pending);
      pending = '';
    }
    writeFileSync(rows, pending);
    object.write(`\n${formatMiddle(frame)}`);
    const buffer = Buffer.allocUnsafe(BATCH);
    for (let at = 0, read = 1; read > 0; at += read) {
      read = readSync(rows, buffer, 0, buffer.length, at);
      object.write(buffer.subarray(0, read));
    }
    object.write(`\n${formatTail(frame)}`);
    return object.finish();
  } finally {
    closeSync(rows);
    rmSync(path, { force: true });
    object.abandon();
  }
}
