// Lists the published objects by reading their folder, so that no separate list can disagree with the files.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Address, addressFromHex, objectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import { comparePlaces, type ListPlace } from '../../ports/objects-port.ts';
import { NoPlainFile, openPlainFile } from '../bytes/plain-file.ts';
import { readTail } from './object-file.ts';

/** The maximum number of files that are open at the same time. */
const AT_ONCE = 16;
/**
 * The nanoseconds after which a changed folder counts as settled. A folder that is read sooner after a change may
 * change again without a new time stamp.
 */
const SETTLED_NS = 2_000_000_000n;

/** The state of a folder when it was last read. */
interface Seen {
  changed: bigint;
  settled: boolean;
  places: Map<string, ListPlace>;
}

export class ObjectFileList {
  readonly #folder: string;
  readonly #isHidden: (address: Address) => boolean;
  readonly #mistrust: (address: Address) => Promise<unknown>;
  readonly #onStrange: (error: NoPlainFile) => void;
  readonly #seen = new Map<string, Seen>();
  #places: ListPlace[] = [];
  #looking: Promise<void> | undefined;

  /**
   * `isHidden` is true for objects that must not be listed. `mistrust` is called with the address of a file that is no
   * object. `onStrange` gets the error for anything that is no plain file, or that is no folder where a folder should
   * be.
   */
  constructor(
    folder: string,
    isHidden: (address: Address) => boolean,
    mistrust: (address: Address) => Promise<unknown>,
    onStrange: (error: NoPlainFile) => void,
  ) {
    this.#folder = folder;
    this.#isHidden = isHidden;
    this.#mistrust = mistrust;
    this.#onStrange = onStrange;
  }

  /** Returns at most `count` objects after `place`, the newest first. */
  async page(count: number, place: ListPlace | undefined): Promise<ObjectMetadata[]> {
    await this.#look();
    const found: ObjectMetadata[] = [];
    const places = this.#places;
    for (let at = place ? firstAfter(places, place) : 0; at < places.length && found.length < count; at += AT_ONCE) {
      const some = await Promise.all(places.slice(at, at + AT_ONCE).map(({ id }) => this.#shown(id)));
      found.push(...some.flatMap((one) => one ?? []));
    }
    return found.slice(0, count);
  }

  /**
   * Reads the folders that changed. Callers that come during a look share the next look, which begins after they came.
   */
  async #look(): Promise<void> {
    await this.#looking;
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookNow(): Promise<void> {
    const names = (await readdir(this.#folder).catch(none)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    let changed = false;
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE);
      const now = BigInt(Date.now()) * 1_000_000n;
      // `AT_ONCE` times are read together: reading them one after another would wait for the disk 256 times.
      const times = await Promise.all(some.map((name) => this.#timeOf(name)));
      for (const [place, name] of some.entries()) changed = (await this.#lookInto(name, times[place], now)) || changed;
    }
    if (changed)
      this.#places = [...this.#seen.values()].flatMap(({ places }) => [...places.values()]).sort(comparePlaces);
  }

  /** Returns the time at which a folder changed; undefined if there is no folder that can be read. */
  async #timeOf(folder: string): Promise<bigint | undefined> {
    const path = join(this.#folder, folder);
    return stat(path, { bigint: true }).then(
      ({ mtimeNs }) => mtimeNs,
      (error: unknown) => this.#leaveOut(path, error),
    );
  }

  /**
   * Reads a folder if it may have changed since the last look. Returns true if it holds other objects than at that
   * look. `changed` is the time at which the folder changed; `now` is the time before this look.
   */
  async #lookInto(folder: string, changed: bigint | undefined, now: bigint): Promise<boolean> {
    const path = join(this.#folder, folder);
    const before = this.#seen.get(folder);
    if (changed !== undefined && before?.settled && before.changed === changed) return false;
    const all = changed === undefined ? undefined : await readdir(path).catch((error) => this.#leaveOut(path, error));
    if (changed === undefined || all === undefined) return this.#seen.delete(folder);
    const settled = now - changed > SETTLED_NS;
    const names = all.filter((name) => /^[0-9a-f]{62}$/.test(name));
    const places = new Map<string, ListPlace>();
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(
        names.slice(at, at + AT_ONCE).map(async (name) => {
          const place = before?.places.get(name) ?? (await this.#metadata(addressFromHex(folder + name)));
          if (place) places.set(name, { id: place.id, created_at_millis: place.created_at_millis });
        }),
      );
    this.#seen.set(folder, { changed, settled, places });
    return before?.places.size !== places.size || [...places.keys()].some((name) => !before.places.has(name));
  }

  /** Reports a path that is not a readable folder, and skips it. Throws any other error. */
  #leaveOut(path: string, error: unknown): undefined {
    if (!isNoFolder(error)) throw error;
    this.#onStrange(new NoPlainFile(path, 'no folder that this user may read'));
  }

  async #shown(id: Address): Promise<ObjectMetadata | undefined> {
    return this.#isHidden(id) ? undefined : this.#metadata(id);
  }

  async #metadata(id: Address): Promise<ObjectMetadata | undefined> {
    const opened = await openPlainFile(join(this.#folder, objectName(id))).catch((error: unknown) => {
      if (!(error instanceof NoPlainFile)) throw error;
      this.#onStrange(error);
    });
    if (!opened) return undefined;
    const { file, stats } = opened;
    let found: ObjectMetadata | undefined;
    try {
      found = await readTail(file, Number(stats.size), id);
    } finally {
      await file.close();
    }
    if (!found) await this.#mistrust(id);
    return found;
  }
}

/** Returns the index of the first entry of `places` that comes after `place`. */
function firstAfter(places: readonly ListPlace[], place: ListPlace): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePlaces(places[middle]!, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True for the error of a path that is a file, a broken or circular link, or a folder of another user. */
function isNoFolder(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
