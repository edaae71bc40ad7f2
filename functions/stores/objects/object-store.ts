// Keeps published objects in a folder or a bucket: each is one file under its address, complete or absent. A damaged
// object is reported, and never served. An empty file below `list/` stands for each object: its name orders the list.
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { type Address, addressFromHex, hexOfAddress, objectName, parseObjectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import { type Bytes, StoreAway } from '../../../src/tree/store.ts';
import type { ListPlace, ObjectsPort, PublishedObject, SentFacts } from '../../ports/objects-port.ts';
import type { CheckedObject } from './object-file.ts';

/** The maximum number of bytes of memory for objects, and of objects whose facts or damage are remembered. */
const [KEPT_BYTES, KEPT_FACTS] = [32 * 1024 * 1024, 65_536];
/** The maximum number of objects that a listing reads at the same time. */
const AT_ONCE = 16;

export interface ObjectStoreSettings {
  /** Called with a sentence for each damaged object, and when objects can't be read or published. */
  onDamage(sentence: string): void;
  now?: () => number;
  /** True if older releases have kept objects there without a list. They are listed then before the first listing. */
  isOlder?: boolean;
}

// The code that hashes is loaded at its first use, so that a hub starts faster.
const files = () => import('./object-file.ts');

/** The store of published objects in `bytes`. Its constructor reads and writes nothing. */
export class PublishedObjects implements ObjectsPort {
  readonly #bytes: Bytes;
  readonly #onDamage: (sentence: string) => void;
  readonly #now: () => number;
  /** The objects that are in memory as a whole, and large ones that were checked. */
  readonly #kept = new Remembered<Address, CheckedObject>({ most: KEPT_BYTES, weigh: ({ weight }) => weight });
  readonly #metadata = new Remembered<Address, ObjectMetadata>({ most: KEPT_FACTS });
  /** The running publications. Callers for the same object share one. */
  readonly #publishing = new Remembered<Address, ObjectMetadata>({ most: 0 });
  /** The times of objects whose names a power cut may still remove. No reader sees these objects. */
  readonly #unsettled = new Map<Address, number>();
  /** These fields remember what was reported. */
  readonly #failing = new Set<string>();
  readonly #toldDamaged = new Remembered<Address, true>({ most: KEPT_FACTS });
  readonly #listed: LazyValue<void>;

  constructor(bytes: Bytes, { onDamage, now = Date.now, isOlder = false }: ObjectStoreSettings) {
    this.#bytes = bytes;
    this.#onDamage = onDamage;
    this.#now = now;
    this.#listed = new LazyValue(async () => (isOlder ? this.#listOlder() : undefined));
  }

  kept(address: Address): PublishedObject | undefined {
    return this.#kept.known(address);
  }

  read(address: Address): Promise<PublishedObject | undefined> {
    return this.#watched('No object can be read', () => this.#kept.get(address, () => this.#take(address)));
  }

  async publish(bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    const { hashBytes } = await files();
    const id = addressFromHex(await hashBytes(bytes));
    return this.#watched('An object could not be published', () =>
      this.#publishing.get(id, () => this.#keep(id, bytes, facts)),
    );
  }

  /** Reports a failure of the store once, until `work` succeeds again. */
  async #watched<T>(what: string, work: () => Awaitable<T>): Promise<T> {
    try {
      const result = await work();
      this.#failing.delete(what);
      return result;
    } catch (error) {
      if (error instanceof StoreAway && !this.#failing.has(what)) {
        this.#failing.add(what);
        this.#onDamage(`${what}: ${error.message}.`);
      }
      throw error;
    }
  }

  async #keep(id: Address, bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    const metadata = { id, ...facts, size: bytes.length, created_at_millis: this.#now() };
    const file = await (await files()).objectFile(bytes, metadata);
    // The name in the list is written first: every object must be in the list, and a listing skips a name without an
    // object.
    await this.#bytes.put(listName(metadata), new Uint8Array());
    this.#unsettled.set(id, metadata.created_at_millis);
    const isFirst = await this.#bytes
      .put(objectName(id), file, { ifAbsent: true })
      .finally(() => this.#unsettled.delete(id));
    const other = isFirst ? undefined : await this.#take(id);
    if (!other) {
      // A file that can't be read as an object is damaged, so it is replaced.
      if (!isFirst) await this.#bytes.put(objectName(id), file);
      this.#toldDamaged.forget(id);
      return metadata;
    }
    // The facts that came first stay. If the times are equal, the object was written here, and only the answer of the
    // store was lost.
    if (other.metadata.created_at_millis !== metadata.created_at_millis)
      await this.#bytes.remove(listName(metadata)).catch(() => {});
    return other.metadata;
  }

  answers(): Promise<boolean> {
    return this.#bytes.answers();
  }

  list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]> {
    return this.#watched('No object can be read', () => this.#list(count, place));
  }

  async #list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]> {
    await this.#listed.get();
    const found: ObjectMetadata[] = [];
    let some: ListPlace[] = [];
    const take = async () => {
      const shown = await Promise.all(some.map((one) => this.#shown(one)));
      found.push(...shown.flatMap((one) => one ?? []));
      some = [];
    };
    for await (const { name } of this.#bytes.list(LIST, place && listName(place))) {
      const listed = parseListName(name);
      if (!listed) continue;
      some.push(listed);
      if (some.length < AT_ONCE) continue;
      await take();
      if (found.length >= count) break;
    }
    await take();
    return found.slice(0, count);
  }

  /** Returns the facts of a listed object; undefined if it is gone, or was published at another time. */
  async #shown({ id, created_at_millis: time }: ListPlace): Promise<ObjectMetadata | undefined> {
    if (this.#unsettled.get(id) === time) return undefined;
    const { readMetadata } = await files();
    const found = this.#metadata.known(id) ?? (await readMetadata(this.#bytes, id));
    if (!found) await this.#take(id);
    if (found?.created_at_millis !== time || this.#unsettled.get(id) === time) return undefined;
    this.#metadata.put(id, found);
    return found;
  }

  /** Lists the objects that an older release has kept, once for all. */
  async #listOlder(): Promise<void> {
    if ((await this.#bytes.size(LISTED)) !== undefined) return;
    const { readMetadata } = await files();
    let count = 0;
    for await (const { name } of this.#bytes.list('')) {
      const id = parseObjectName(name);
      const metadata = id && (await readMetadata(this.#bytes, id));
      if (metadata) await this.#bytes.put(listName(metadata), new Uint8Array(), { ifAbsent: true });
      if (id) count++;
    }
    if (count > 0) await this.#bytes.put(LISTED, new Uint8Array());
  }

  /** Reads and hashes the object. Returns undefined if it is absent or damaged. */
  async #take(id: Address): Promise<CheckedObject | undefined> {
    const { readPublished } = await files();
    const found = await readPublished(this.#bytes, id, () => this.#kept.forget(id));
    if (found && 'damage' in found) return this.#damaged(id, found.damage);
    return found && this.#unsettled.get(id) === found.metadata.created_at_millis ? undefined : found;
  }

  #damaged(id: Address, damage: string): undefined {
    this.#kept.forget(id);
    this.#metadata.forget(id);
    if (this.#toldDamaged.known(id)) return;
    this.#toldDamaged.put(id, true);
    this.#onDamage(
      `The published object ${id} is damaged: ${damage}. It is at ${this.#bytes.address}/${objectName(id)} and is not served; publish it again.`,
    );
  }
}

const LIST = 'list/';
/** An empty file that exists once every object is in the list. */
const LISTED = 'listed';

/** A name in the list begins with this number minus the object's time, so that newer objects come first. */
const LAST = 9_999_999_999_999;
const DIGITS = '0123456789abcdef';

function listName({ created_at_millis, id }: ListPlace): string {
  return `${LIST}${String(LAST - created_at_millis).padStart(13, '0')}-${turned(hexOfAddress(id))}`;
}

/** Parses a name in the list; undefined for any other name. */
function parseListName(name: string): ListPlace | undefined {
  const [, time, hex] = /^list\/(\d{13})-([0-9a-f]{64})$/.exec(name) ?? [];
  return time && hex ? { created_at_millis: LAST - Number(time), id: addressFromHex(turned(hex)) } : undefined;
}

/** Reverses the order of addresses, so that the greater address comes first within a millisecond. */
const turned = (hex: string) => Array.from(hex, (digit) => DIGITS[15 - DIGITS.indexOf(digit)]).join('');
