// Keeps published objects in a bucket. The bucket promises that a file is complete or absent. A damaged object is
// reported, and never served.
import { Remembered } from '../../../src/basics/remembered.ts';
import { type Address, addressFromHex, hexOfAddress, objectName } from '../../../src/nouns/address.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import { type Store, StoreAway } from '../../../src/tree/store.ts';
import { madeFile } from '../../answers/built-answer.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import {
  comparePlaces,
  type ListPlace,
  type ObjectsPort,
  type PublishedObject,
  type SentFacts,
} from '../../ports/objects-port.ts';
import { type Bucket, BucketError, openBucket } from '../bytes/bucket.ts';
import { askedStore } from '../bytes/bucket-store.ts';
import { hashBytes, MOST_FACTS, objectTail, parseTail, SMALL } from './object-file.ts';

/** The maximum total size in bytes of the small objects that are kept in memory. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** The maximum number of large objects that are remembered as undamaged, and of objects whose facts are remembered. */
const [KEPT_CHECKS, KEPT_TOLD] = [4096, 65_536];
/** The maximum number of objects that a listing reads at the same time. */
const AT_ONCE = 16;
/**
 * The milliseconds between two checks of the bucket: anybody may ask for health, and the bucket charges for each check.
 * The second number applies while the bucket is away.
 */
const [LOOK_EVERY_MS, LOOK_AGAIN_MS] = [30_000, 1000];

interface ObjectsSettings {
  /** Called with a sentence for each damaged object, and if the bucket accepts no object. */
  onDamage(sentence: string): void;
  now?: () => number;
}

/** The members of a bucket that the store of published objects uses. */
type ObjectsBucket = Pick<Bucket, 'address' | 'ask' | 'put' | 'list' | 'remove'> & Partial<Pick<Bucket, 'breaker'>>;

/** Opens the store of published objects at `place`. Sends no request. */
export async function openBucketObjects({
  place,
  ...settings
}: ObjectsSettings & { place: BucketPlace }): Promise<ObjectsPort> {
  return objectsIn(await openBucket(place, { trial: LIST }), settings);
}

/** Makes the store of published objects in `bucket`. Sends no request. */
export const objectsIn = (bucket: ObjectsBucket, settings: ObjectsSettings): ObjectsPort =>
  new BucketObjects(bucket, settings);

/** A part of an object's file, with what the bucket says about the whole file. */
interface Part {
  bytes: Buffer;
  /** The size of the whole file in bytes, and its ETag. */
  length: number;
  etag: string;
}

class BucketObjects implements ObjectsPort {
  readonly #bucket: ObjectsBucket;
  readonly #onDamage: (sentence: string) => void;
  readonly #now: () => number;
  readonly #kept = new Remembered<Address, PublishedObject>({
    most: KEPT_BYTES,
    weigh: ({ metadata }) => metadata.size + 500,
  });
  readonly #checked = new Remembered<Address, PublishedObject>({ most: KEPT_CHECKS });
  readonly #metadata = new Remembered<Address, ObjectMetadata>({ most: KEPT_TOLD });
  /**
   * The running reads. Callers for the same object share a read. The results of finished reads are in the caches above.
   */
  readonly #reading = new Remembered<Address, PublishedObject>({ most: 0 });
  readonly #publishing = new Remembered<Address, ObjectMetadata>({ most: 0 });
  #look: { until: number; answers: Promise<boolean> } | undefined;
  /** These two fields remember what was reported: that the bucket can't be read, and which objects are damaged. */
  #isAway = false;
  readonly #toldDamaged = new Remembered<Address, true>({ most: KEPT_CHECKS });

  constructor(bucket: ObjectsBucket, { onDamage, now = Date.now }: ObjectsSettings) {
    this.#bucket = bucket;
    this.#onDamage = onDamage;
    this.#now = now;
  }

  kept(address: Address): PublishedObject | undefined {
    return this.#kept.known(address);
  }

  async read(address: Address): Promise<PublishedObject | undefined> {
    const known = this.#kept.known(address) ?? this.#checked.known(address);
    if (known) return known;
    try {
      const found = await this.#reading.get(address, () => this.#take(address));
      this.#isAway = false;
      return found;
    } catch (error) {
      if (error instanceof StoreAway && !this.#isAway) this.#onDamage(`No object can be read: ${error.message}.`);
      this.#isAway = error instanceof StoreAway;
      throw error;
    }
  }

  async publish(bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    const id = addressFromHex(await hashBytes(bytes));
    try {
      return await this.#publishing.get(id, () => this.#keep(id, bytes, facts));
    } catch (error) {
      if (error instanceof StoreAway) this.#onDamage(`An object could not be published: ${error.message}.`);
      throw error;
    }
  }

  async #keep(id: Address, bytes: Uint8Array, facts: SentFacts): Promise<ObjectMetadata> {
    // Our caches are not enough here: the caller relies on the bucket having the object now.
    const known = await this.#reading.get(id, () => this.#take(id));
    if (known) return known.metadata;
    const metadata = { id, ...facts, size: bytes.length, created_at_millis: this.#now() };
    const file = Buffer.concat([bytes, await objectTail(metadata)]);
    // The object's mark in the list is written first: every object must be in the list, and a
    // listing skips a mark without an object.
    await this.#bucket.put(listName(metadata), new Uint8Array());
    const other = await this.#putFirst(id, file);
    if (!other) {
      this.#metadata.put(id, metadata);
      this.#toldDamaged.forget(id);
      return metadata;
    }
    // If the times are equal, the object was written here, and only the bucket's answer was lost. The object's mark
    // then stays.
    if (other.metadata.created_at_millis !== metadata.created_at_millis)
      await this.#bucket.remove(listName(metadata)).catch(() => {});
    return other.metadata;
  }

  /**
   * Writes an object's file. If another instance wrote the object first, returns that object, because the facts that
   * came first stay.
   */
  async #putFirst(id: Address, file: Buffer): Promise<PublishedObject | undefined> {
    try {
      await this.#bucket.put(objectName(id), file, { 'If-None-Match': '*' });
      return undefined;
    } catch (error) {
      if (!(error instanceof BucketError && error.status === 412)) throw error;
    }
    const other = await this.#take(id);
    // A file that can't be read as an object is damaged, so it is replaced.
    if (!other) await this.#bucket.put(objectName(id), file);
    return other;
  }

  async answers(): Promise<boolean> {
    const now = performance.now();
    if (!this.#look || now >= this.#look.until) {
      const look = { until: now + LOOK_EVERY_MS, answers: this.#looks() };
      this.#look = look;
      void look.answers.then((isThere) => {
        if (!isThere) look.until = performance.now() + LOOK_AGAIN_MS;
      });
    }
    return (await this.#look.answers) && !this.#bucket.breaker?.isOpen;
  }

  /** True if the bucket answers a request for the size of the list. */
  async #looks(): Promise<boolean> {
    try {
      await this.#asked((name, init) => this.#bucket.ask(name, init)).size(LIST);
      return true;
    } catch {
      return false;
    }
  }

  async list(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]> {
    const found: ObjectMetadata[] = [];
    let some: ListPlace[] = [];
    const take = async () => {
      const shown = await Promise.all(some.map((one) => this.#shown(one)));
      found.push(...shown.flatMap((one) => one ?? []));
      some = [];
    };
    for await (const { name } of this.#bucket.list(LIST)) {
      const marked = parseListName(name);
      if (!marked || (place && comparePlaces(place, marked) >= 0)) continue;
      some.push(marked);
      if (some.length < AT_ONCE) continue;
      await take();
      if (found.length >= count) break;
    }
    await take();
    return found.slice(0, count);
  }

  /**
   * Returns the facts of the object that a mark in the list names. Returns undefined if the object is gone, or was
   * published at another time.
   */
  async #shown({ id, created_at_millis }: ListPlace): Promise<ObjectMetadata | undefined> {
    const kept = await this.#metadata.get(id, async () => {
      const part = await this.#part(id, { Range: `bytes=-${MOST_FACTS}` });
      return part && parseTail(part.bytes, part.length, id);
    });
    return kept?.created_at_millis === created_at_millis ? kept : undefined;
  }

  /** Reads and hashes the object in the bucket. Returns undefined if it is absent or damaged. */
  async #take(address: Address): Promise<PublishedObject | undefined> {
    const part = await this.#part(address, { Range: `bytes=0-${SMALL + MOST_FACTS - 1}` });
    if (!part) return undefined;
    const isAll = part.bytes.length === part.length;
    const tail = isAll ? part : await this.#part(address, { Range: `bytes=-${MOST_FACTS}`, 'If-Match': part.etag });
    const metadata = tail && (await parseTail(tail.bytes.subarray(-MOST_FACTS), part.length, address));
    if (!metadata) return this.#damaged(address, 'its description can’t be read');
    const large = isAll ? undefined : this.#large(address, metadata, part.etag);
    const bytes = part.bytes.subarray(0, metadata.size);
    const found = addressFromHex(await (large ? hashBody(large) : hashBytes(bytes)));
    if (found !== address) return this.#damaged(address, `its bytes hash to ${found}`);
    const object = { metadata, file: large ?? madeFile(bytes, address) };
    (large ? this.#checked : this.#kept).put(address, object);
    return object;
  }

  #damaged(address: Address, damage: string): undefined {
    this.#metadata.forget(address);
    if (this.#toldDamaged.known(address)) return;
    this.#toldDamaged.put(address, true);
    this.#onDamage(
      `The published object ${address} is damaged: ${damage}. It is at ${this.#bucket.address}/${objectName(address)} and is not served; publish it again.`,
    );
  }

  /** Makes a store for the bucket. It sends its requests by `ask`. */
  #asked(ask: Bucket['ask']): Store {
    return askedStore(this.#bucket.address, ask, { breaker: this.#bucket.breaker });
  }

  /** Makes a file that is streamed from the bucket, as long as the bucket still has the file that was hashed. */
  #large(address: Address, { size }: ObjectMetadata, etag: string): BuiltFile {
    const ask = (name: string, init: RequestInit) =>
      this.#bucket.ask(name, { ...init, headers: { ...init.headers, 'If-Match': etag } });
    const stored = this.#asked(ask).stream!(objectName(address), size);
    const body = {
      length: size,
      open: (start: number, end: number) =>
        stored.open(start, end).catch((error: unknown) => {
          this.#checked.forget(address);
          throw error;
        }),
    };
    return { tag: address, size, body: () => body, twin: () => undefined };
  }

  /** Reads a part of an object's file; undefined if there is no such object. */
  async #part(address: Address, headers: Record<string, string>): Promise<Part | undefined> {
    let head: Omit<Part, 'bytes'> | undefined;
    const store = this.#asked(async (name, init) => {
      const answer = await this.#bucket.ask(name, { ...init, headers: { ...init.headers, ...headers } });
      const whole = answer.headers.get('content-range')?.split('/')[1] ?? answer.headers.get('content-length');
      head = { length: Number(whole), etag: answer.headers.get('etag') ?? '' };
      return answer;
    });
    const bytes = await store.get(objectName(address));
    return bytes && head && { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), ...head };
  }
}

/** Computes the BLAKE3 of a body piece by piece. */
async function hashBody(file: BuiltFile): Promise<string> {
  const { openBlake3 } = await import('../../../src/digests/blake3.ts');
  const hasher = await (await openBlake3()).createBlake3();
  const body = await file.body();
  if (typeof body === 'string' || !('open' in body)) throw new Error('a large object is a stream');
  for await (const piece of await body.open(0, body.length)) hasher.update(piece);
  return hasher.hex();
}

const LIST = 'list/';

/** The name of a mark begins with this number minus the object's time, so that newer objects come first. */
const LAST = 9_999_999_999_999;
const DIGITS = '0123456789abcdef';

/** Returns the name of an object's mark. */
function listName({ created_at_millis, id }: ListPlace): string {
  return `${LIST}${String(LAST - created_at_millis).padStart(13, '0')}-${turned(hexOfAddress(id))}`;
}

/** Parses the name of a mark; undefined for any other name. */
function parseListName(name: string): ListPlace | undefined {
  const [, time, hex] = /^list\/(\d{13})-([0-9a-f]{64})$/.exec(name) ?? [];
  return time && hex ? { created_at_millis: LAST - Number(time), id: addressFromHex(turned(hex)) } : undefined;
}

/** Reverses the order of addresses, so that the greater address comes first within a millisecond. */
const turned = (hex: string) => Array.from(hex, (digit) => DIGITS[15 - DIGITS.indexOf(digit)]).join('');
