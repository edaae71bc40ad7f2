// Keeps published objects on a disk. An object is complete and durable, or absent. A damaged object is moved away and
// reported. The folder holds:
// - `<2 hex>/<62 hex>`: an object, stored as object-file.ts says; the hex digits are its address
// - `tmp/`: objects that are not complete yet
// - `damaged/`: files whose bytes do not fit their address
// Anything but a plain file at an address is no object: it is reported, left in place, and never read.
import { type BigIntStats, constants, existsSync, lstatSync } from 'node:fs';
import { access, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { type Address, addressFromHex, hexOfAddress, objectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import { StoreAway } from '../../../src/tree/store.ts';
import { madeFile } from '../../answers/built-answer.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import type { ListPlace, ObjectsPort, PublishedObject, SentFacts } from '../../ports/objects-port.ts';
import { fileBody } from '../bytes/file-body.ts';
import { NoPlainFile, openPlainFile } from '../bytes/plain-file.ts';
import type { CheckedObjectFile } from './object-file.ts';
import type { ObjectFileList } from './object-file-list.ts';
import type { ObjectFileWriter } from './object-file-writer.ts';

/** The maximum total size in bytes of the small objects that are kept in memory. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** The maximum number of large objects that are remembered as undamaged. */
const KEPT_CHECKS = 4096;
/**
 * The nanoseconds after which a changed file counts as settled. A file that is read sooner after a change may change
 * again without a new time stamp.
 */
const SETTLED_NS = 1_000_000_000n;

interface ObjectFilesSettings {
  folder: string;
  /** Called with a sentence for each damaged object, and for each path that holds something other than an object. */
  onDamage(sentence: string): void;
  now?: () => number;
}

/** Opens the store in `folder`. The folder is made when an object is first published. */
export function openObjectFiles(settings: ObjectFilesSettings): ObjectsPort {
  return new ObjectFiles(settings);
}

class ObjectFiles implements ObjectsPort {
  readonly #folder: string;
  readonly #onDamage: (sentence: string) => void;
  readonly #now: () => number;
  readonly #kept = new Remembered<Address, PublishedObject>({
    most: KEPT_BYTES,
    weigh: ({ metadata }) => metadata.size + 500,
  });
  readonly #checked = new Remembered<Address, { stamp: string; object: PublishedObject }>({ most: KEPT_CHECKS });
  /** The running reads. Callers for the same object share a read. */
  readonly #reading = new Remembered<Address, PublishedObject>({ most: 0 });
  /** The objects whose names a power cut may still remove. No reader sees these objects. */
  readonly #unsettled = new Set<Address>();
  readonly #publishing = new Remembered<Address, ObjectMetadata>({ most: 0 });
  /** True once the folder has been seen. If it is missing later, that is a fault. */
  #seen: boolean;
  #isAway = false;
  /** The reason why the disk refused the last object; undefined if the disk wrote it. */
  #refusedFor: string | undefined;
  /** The messages about paths that hold something other than our files or folders. Each is reported once. */
  readonly #strange = new Set<string>();
  #writer: ObjectFileWriter | undefined;
  #list: ObjectFileList | undefined;

  constructor({ folder, onDamage, now = Date.now }: ObjectFilesSettings) {
    this.#folder = folder;
    this.#onDamage = onDamage;
    this.#now = now;
    this.#seen = existsSync(folder);
  }

  kept(address: Address): PublishedObject | undefined {
    return this.#kept.known(address);
  }

  async read(address: Address): Promise<PublishedObject | undefined> {
    if (this.#unsettled.has(address)) return undefined;
    const known = this.#kept.known(address);
    if (known) return known;
    const found = await this.#none(this.#reading.get(address, () => this.#take(address)));
    if (found) this.#seen = true;
    else await this.#mustBeThere();
    return found;
  }

  async publish(bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    const { hashBytes } = await import('./object-file.ts');
    const id = addressFromHex(await hashBytes(bytes));
    return this.#publishing.get(id, () => this.#keep(id, bytes, facts).catch((error) => this.#refuse(error)));
  }

  /**
   * Throws a StoreAway if the disk refused the write, and any other error unchanged. Reports a refusal once, because a
   * client tries again, and a large upload has many objects.
   */
  #refuse(error: NodeJS.ErrnoException): never {
    if (!(error instanceof NoPlainFile) && error.syscall === undefined) throw error;
    const sentence = `An object could not be published in ${this.#folder}: ${error.message}; nothing of it was kept. Look after the disk.`;
    const cause = error.code ?? error.message;
    if (this.#refusedFor !== cause) this.#onDamage(sentence);
    this.#refusedFor = cause;
    throw new StoreAway(sentence, false, error);
  }

  async #keep(id: Address, bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    const writer = await this.#openWriter();
    const path = join(this.#folder, objectName(id));
    // Our caches are not enough here: the caller relies on the disk having the object now.
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    const known = isThere ? await this.#reading.get(id, () => this.#take(id)) : undefined;
    if (known) {
      // Another process may have died after it wrote the name and before it flushed the name.
      await writer.settle(path);
      return known.metadata;
    }
    const metadata = { id, ...facts, size: bytes.length, created_at_millis: this.#now() };
    this.#unsettled.add(id);
    await writer.write(path, bytes, metadata).finally(() => this.#unsettled.delete(id));
    this.#seen = true;
    this.#refusedFor = undefined;
    return metadata;
  }

  answers(): Promise<boolean> {
    return this.#isThere(constants.R_OK | constants.W_OK);
  }

  /**
   * True if this user has the rights `mode` in the folder. Also true if the folder is missing and was never seen,
   * because it need not exist before the first publish.
   */
  async #isThere(mode: number): Promise<boolean> {
    try {
      await access(this.#folder, mode);
      this.#seen = true;
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' && !this.#seen;
    }
  }

  /** Throws if the folder is gone, because the store can't tell then which objects exist. */
  async #mustBeThere(): Promise<void> {
    const wasAway = this.#isAway;
    this.#isAway = !(await this.#isThere(constants.R_OK));
    if (!this.#isAway) return;
    const sentence = `Published objects can not be read: ${this.#folder} is away, or this user may not read it. Put it back.`;
    if (!wasAway) this.#onDamage(sentence);
    throw new StoreAway(sentence);
  }

  async list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]> {
    await this.#mustBeThere();
    const { ObjectFileList } = await import('./object-file-list.ts');
    this.#list ??= new ObjectFileList(
      this.#folder,
      (address) => this.#unsettled.has(address),
      (address) => this.#take(address),
      (error) => this.#tellStrange(error),
    );
    return this.#list.page(count, place);
  }

  // The code that hashes and writes is loaded at its first use, so that a hub starts faster.
  async #openWriter(): Promise<ObjectFileWriter> {
    const { ObjectFileWriter } = await import('./object-file-writer.ts');
    this.#writer ??= new ObjectFileWriter(this.#folder);
    return this.#writer;
  }

  /** Reads and hashes the object's file. Moves a damaged file away, and treats the object as absent. */
  async #take(address: Address): Promise<PublishedObject | undefined> {
    const path = join(this.#folder, objectName(address));
    const opened = await openPlainFile(path);
    if (!opened) return undefined;
    const { file, stats } = opened;
    let found: CheckedObjectFile;
    try {
      const before = this.#checked.known(address);
      if (before?.stamp === stampOf(stats)) return before.object;
      const { checkFile } = await import('./object-file.ts');
      found = await checkFile(file, Number(stats.size), address);
    } finally {
      await file.close();
    }
    if ('damage' in found) {
      await this.#quarantine(address, path, stats, found.damage);
      return undefined;
    }
    const { metadata, bytes } = found;
    const object = { metadata, file: bytes ? madeFile(bytes, address) : largeFile(path, metadata.size, address) };
    if (bytes) this.#kept.put(address, object);
    else if (isSettled(stats, this.#now())) this.#checked.put(address, { stamp: stampOf(stats), object });
    return object;
  }

  /**
   * Returns the result of `found`. If something other than an object occupies the path, reports it once and returns
   * undefined.
   */
  async #none(found: Awaitable<PublishedObject | undefined>): Promise<PublishedObject | undefined> {
    try {
      return await found;
    } catch (error) {
      if (!(error instanceof NoPlainFile)) throw error;
      this.#tellStrange(error);
      return undefined;
    }
  }

  #tellStrange({ message }: NoPlainFile): void {
    if (this.#strange.has(message)) return;
    this.#strange.add(message);
    this.#onDamage(`Among the published objects, ${message}: it is not served. Move it away.`);
  }

  async #quarantine(address: Address, path: string, seen: BigIntStats, damage: string): Promise<void> {
    const there = await stat(path, { bigint: true }).catch(() => undefined);
    // Another process may have replaced the file with an undamaged one meanwhile.
    if (there?.ino !== seen.ino) return;
    const to = join(this.#folder, 'damaged', `${hexOfAddress(address)}-${this.#now()}`);
    await mkdir(join(this.#folder, 'damaged'), { recursive: true });
    await rename(path, to);
    this.#kept.forget(address);
    this.#checked.forget(address);
    this.#onDamage(
      `The published object ${address} is damaged: ${damage}. It is now at ${to} and is not served; publish it again.`,
    );
  }
}

/** Makes a file that is sent from the disk, so that slow clients do not fill the memory. */
function largeFile(path: string, size: number, tag: string): BuiltFile {
  const body = fileBody(path, size);
  return { tag, size, body: () => body, twin: () => undefined };
}

const stampOf = ({ ino, size, ctimeNs }: BigIntStats) => `${ino} ${size} ${ctimeNs}`;

function isSettled({ ctimeNs }: BigIntStats, now: number): boolean {
  return BigInt(now) * 1_000_000n - ctimeNs > SETTLED_NS;
}
