// The object store on disk. An object is named by the BLAKE3 hash of its bytes, and is hashed again whenever it is
// read.
//
//   <root>/<2 hex>/<62 hex>: an object
//   <root>/<2 hex>/<62 hex>.packed: the catalog of an earlier day, packed
//   <root>/tmp/: objects that are not complete yet
//
// New objects go to the first root. The other roots (the catalog that ships) are only read.
import { closeSync, mkdirSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKED } from '../../functions/stores/bytes/packed-file.ts';
import { NoPlainFile, openOwnFileSync } from '../../functions/stores/bytes/plain-file.ts';
import { type Address, addressFromHex, objectName, parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { syncTree } from '../files/durability.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import { seedFolder } from '../process/package-paths.ts';
import { createObjectWriter } from './object-writer.ts';

/** Parses the address of an object that a catalog names. Throws an error if the text is no address. */
export function catalogAddress(text: string): Address {
  const address = parseAddress(text);
  if (!address) throw new Error(`the catalog names ${JSON.stringify(text)}, which is no object address`);
  return address;
}

/** The error for an object that is missing, or whose bytes have another address. */
export class ObjectError extends Failure {
  readonly path: string;
  readonly kind: 'missing' | 'damaged';

  /** `found` is the hash of the bytes, or describes what is at `path` instead of a file. */
  constructor(kind: 'missing' | 'damaged', address: Address, path: string, found?: Address | NoPlainFile) {
    super(
      kind === 'missing'
        ? `The object ${address} is missing: nothing is at ${path}.`
        : `The object ${address} is damaged: ${found instanceof NoPlainFile ? found.message : `the bytes at ${path} hash to ${found}`}.`,
    );
    this.path = path;
    this.kind = kind;
  }
}

/** The folders of a configuration's objects: HUB_OBJECTS, and after it the shipped catalog. */
export function rootsOf({ objects }: Pick<Config, 'objects'>, seed: string = seedFolder): [string, string] {
  return [objects, join(seed, 'objects')];
}

/** Opens the store of a configuration. */
export function storeOf(config: Pick<Config, 'objects'>, seed?: string): ObjectStore {
  return openObjectStore(...rootsOf(config, seed));
}

/** Opens a store. Its folder is created when the first object is put. */
export function openObjectStore(...roots: [root: string, ...readOnlyRoots: string[]]): ObjectStore {
  return new ObjectStore(roots);
}

export class ObjectStore {
  /** The folder for new objects. */
  readonly root: string;
  readonly #roots: string[];
  readonly #opened = Date.now();
  // One buffer serves all reads and another all writes. A million small buffers would be made faster than the garbage
  // collector frees them.
  #loaded = Buffer.allocUnsafe(1 << 16);
  #encoded = Buffer.allocUnsafe(1 << 16);

  constructor(roots: [string, ...string[]]) {
    this.#roots = roots;
    this.root = roots[0];
  }

  /** Reads the whole object, and hashes it. Throws an ObjectError if the object is missing or damaged. */
  getBytes(address: Address): Buffer {
    return Buffer.from(this.#read(address));
  }

  /** Reads the whole object as text, and hashes it. Throws as `getBytes` does. */
  get(address: Address): string {
    return this.#read(address).toString('utf8');
  }

  has(address: Address): boolean {
    return this.#find(address) !== undefined;
  }

  /** Gives the path of the object's file, which may be packed, without reading it. Throws an ObjectError when there is none. */
  pathOf(address: Address): string {
    const path = this.#find(address);
    if (path !== undefined) return path;
    throw new ObjectError('missing', address, fileOf(this.root, address));
  }

  #find(address: Address): string | undefined {
    const places = this.#roots.map((root) => fileOf(root, address));
    const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
    return places.find(isThere) ?? places.map((path) => path + PACKED).find(isThere);
  }

  /** Stores `text` unless the first root has it already, undamaged. */
  put(text: string): Address {
    const bytes = this.#encode(text);
    const address = addressFromHex(blake3Hex(bytes));
    const path = fileOf(this.root, address);
    // Writes the file in place: readers hash each object, and nothing refers to a new object before the flush. If a
    // kill interrupts the write, the next `put` compares the bytes and writes the file again.
    const code = refusalOf(() => writeNew(path, bytes));
    if (code === undefined || (code === 'EEXIST' && this.#holds(path, bytes))) return address;
    if (code === 'ENOENT') mkdirSync(dirname(path), { recursive: true });
    else rmSync(path);
    return this.put(text);
  }

  /** Makes a writer for an object that is too large for memory. */
  create() {
    return createObjectWriter(join(this.root, 'tmp'), (address) => fileOf(this.root, address));
  }

  /** Gives the path for an object with this address in the first root, even if there is none. */
  placeOf(address: Address): string {
    return fileOf(this.root, address);
  }

  /** Removes an object from the first root; true if it existed. Only cards may go, because a day may lack them. */
  remove(address: Address): boolean {
    const path = fileOf(this.root, address);
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    rmSync(path, { force: true });
    return isThere;
  }

  /** Flushes to the disk all objects that were stored since the store was opened. */
  flush(): void {
    if (statSync(this.root, { throwIfNoEntry: false })) syncTree(this.root, this.#opened);
  }

  /** Removes the remains of a killed writer. Only the process that holds the lock of HUB_DATA may call it. */
  clean(): void {
    rmSync(join(this.root, 'tmp'), { recursive: true, force: true });
  }

  /**
   * Reads and hashes an object; the bytes are valid until the next read. If a root has a damaged object, reads it from
   * another root: a killed import may have left the beginning of an object of the shipped catalog.
   */
  #read(address: Address): Buffer {
    let fault: ObjectError | undefined;
    for (const root of this.#roots) {
      const path = fileOf(root, address);
      const bytes = orNoPlainFile(() => this.#load(path));
      if (!bytes) continue;
      const found = bytes instanceof NoPlainFile ? bytes : addressFromHex(blake3Hex(bytes));
      if (found === address) return bytes as Buffer;
      fault ??= new ObjectError('damaged', address, path, found);
    }
    throw fault ?? new ObjectError('missing', address, fileOf(this.root, address));
  }

  #holds(path: string, bytes: Buffer): boolean {
    const there = orNoPlainFile(() => this.#load(path));
    return there instanceof Buffer && bytes.equals(there);
  }

  /** Reads the bytes of a file; undefined when there is none. */
  #load(path: string): Buffer | undefined {
    let fd = -1;
    if (refusalOf(() => (fd = openOwnFileSync(path))) === 'ENOENT') return undefined;
    try {
      let length = 0;
      for (;;) {
        if (length === this.#loaded.length) this.#loaded = Buffer.concat([this.#loaded], length * 2);
        const read = readSync(fd, this.#loaded, length, this.#loaded.length - length, null);
        if (read === 0) return this.#loaded.subarray(0, length);
        length += read;
      }
    } finally {
      closeSync(fd);
    }
  }

  #encode(text: string): Buffer {
    const most = text.length * 3;
    if (most > this.#encoded.length) this.#encoded = Buffer.allocUnsafe(most * 2);
    return this.#encoded.subarray(0, this.#encoded.write(text));
  }
}

function fileOf(root: string, address: Address): string {
  return `${root}/${objectName(address)}`;
}

/** Gives the result of `work`, or the NoPlainFile that it threw. */
function orNoPlainFile<T>(work: () => T): T | NoPlainFile {
  try {
    return work();
  } catch (error) {
    if (error instanceof NoPlainFile) return error;
    throw error;
  }
}

/** Writes a new file. Leaves nothing of it on a full disk. */
function writeNew(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(path, { force: true });
    throw error;
  }
}

/** Runs `work`; gives the code when a file is missing or in the way, and throws every other error. */
function refusalOf(work: () => unknown): 'ENOENT' | 'EEXIST' | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') return code;
    throw error;
  }
}
