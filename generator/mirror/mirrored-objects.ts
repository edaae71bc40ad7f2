// Collects the objects of a mirror. Keeps undamaged objects that are in the store, and takes all other objects from the
// origin, which is another hub or a folder. Checks each object against its address.

import { statSync } from 'node:fs';
import { retried } from '../../functions/client/retry.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { ObjectError, type ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/object-writer.ts';
import { RoomWatch } from '../files/full-disk.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { BrokenOff } from '../objects/object-client.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import { MOST_OBJECT, type ObjectOrigin } from './object-origin.ts';

/** The number of objects requested at the same time. */
const LANES = 32;
const ATTEMPTS = 4;
const PAUSE_MS = 500;

/** The number of objects, and the number of their bytes. */
export interface TakenCount {
  objects: number;
  bytes: number;
}

export class MirroredObjects {
  readonly #store: ObjectStore;
  readonly #origin: ObjectOrigin;
  readonly #room: RoomWatch;
  readonly count: TakenCount = { objects: 0, bytes: 0 };

  constructor(store: ObjectStore, origin: ObjectOrigin) {
    this.#store = store;
    this.#room = new RoomWatch(store.root);
    this.#origin = origin;
  }

  /** Returns the catalog at `address`, after a check of all its bytes. */
  async catalog(address: Address): Promise<CatalogFile> {
    // A damaged or incomplete catalog is fetched again.
    const here = this.#store.has(address) ? await dayIn(this.#store, address).catch(() => undefined) : undefined;
    if (here) return here;
    await this.#takeCatalog(address);
    return dayIn(this.#store, address).catch((error: Error) => {
      const { name } = this.#origin;
      throw new Failure(`${name} sent a catalog that can’t be read, ${address}: ${error.message}.`, { cause: error });
    });
  }

  /**
   * Returns the texts of the objects at `addresses`, in their order; undefined for an object that the origin lacks.
   * Fetches missing and damaged objects from the origin.
   */
  async texts(addresses: readonly Address[]): Promise<(string | undefined)[]> {
    // An array with holes would lose its places in `map`.
    const texts: (string | undefined)[] = Array.from(addresses, () => undefined);
    await inLanes(LANES, async (lanes) => {
      for (const [at, address] of addresses.entries()) {
        const here = this.#textHere(address);
        if (here !== undefined) texts[at] = here;
        else
          await lanes.start(async () => {
            const bytes = await this.#origin.object(address);
            texts[at] = bytes && this.#keep(address, bytes);
          });
      }
    });
    return texts;
  }

  #textHere(address: Address): string | undefined {
    try {
      const { size } = statSync(this.#store.pathOf(address));
      if (size > MOST_OBJECT)
        throw new Failure(
          `The object ${address} has ${size} bytes, and objects other than catalogs have at most ${MOST_OBJECT}.`,
        );
      return this.#store.get(address);
    } catch (error) {
      if (error instanceof ObjectError) return undefined;
      throw error;
    }
  }

  #keep(address: Address, bytes: Uint8Array): string {
    if (addressFromHex(blake3Hex(bytes)) !== address)
      throw new Failure(`${this.#origin.name} gave bytes that are not ${address}. ${this.#origin.fix(address)}`);
    this.#room.take(bytes.length);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    if (this.#store.put(text) !== address) throw new Failure(`The object ${address} is no text in UTF-8.`);
    this.#add(bytes.length);
    return text;
  }

  /** Streams the catalog to the disk, since the catalog of a million models has half a gigabyte. */
  async #takeCatalog(address: Address): Promise<void> {
    const again = (error: unknown) => (error instanceof BrokenOff ? 0 : undefined);
    const take = () => takeObject(this.#store, address, this.#bounded(address));
    const { found, bytes } = await retried(take, { most: ATTEMPTS, pause: PAUSE_MS, again });
    if (found !== address) throw new Failure(`${this.#origin.name} sent a catalog that is not ${address}.`);
    this.#add(bytes);
  }

  /** Returns the bytes of a catalog. Throws if the disk has no room for more. */
  async *#bounded(address: Address): AsyncGenerator<Uint8Array> {
    for await (const chunk of await this.#origin.catalog(address)) {
      this.#room.take(chunk.length);
      yield chunk;
    }
  }

  #add(bytes: number): void {
    this.count.objects++;
    this.count.bytes += bytes;
  }
}
