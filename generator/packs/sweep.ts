// Removes the files of a place that nothing needs any more, and counts them: HUB_DATA, HUB_DIST, an export, a bucket.
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import type { Bytes, Stored } from '../../src/tree/store.ts';
import { parseStoredName, STORED } from '../../src/tree/tree-list.ts';
import { isOurs, removeIn } from '../files/own-folder.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { fileNamesOf, type StandingTrees, standingTrees } from './standing-trees.ts';

/** The number of removals at the same time. */
const PARALLEL = 16;

interface SweepSettings {
  /** True for a dry run, which only counts. */
  isDry?: boolean;
  /** Files that were put later stay, since a running push may have put them. It is a time in milliseconds. */
  before?: number;
  onRemoved?: () => void;
}

export class Sweep {
  readonly count = { files: 0, bytes: 0 };
  readonly #place: Bytes;
  readonly #settings: SweepSettings;

  constructor(place: Bytes, settings: SweepSettings = {}) {
    this.#place = place;
    this.#settings = settings;
  }

  /** Removes the files whose names begin with `prefix`. `isNeeded` gets what follows the prefix. */
  async files(prefix: string, isNeeded: (rest: string) => boolean): Promise<void> {
    const { before = Number.POSITIVE_INFINITY } = this.#settings;
    for await (const batch of batches(this.#place.list(prefix)))
      await this.all(batch.filter(({ name, put }) => put <= before && !isNeeded(name.slice(prefix.length))));
  }

  /** Removes the packs that no tree in `standing` names, and the notes about the other trees. */
  async trees({ trees, over }: StandingTrees): Promise<void> {
    const used = await fileNamesOf(trees);
    await this.files(`${STORED}/`, (rest) => {
      const sha256 = parseStoredName(`${STORED}/${rest}`);
      return sha256 !== undefined && used.has(sha256);
    });
    // The notes go last: after a crash, the next run then knows again which trees are over.
    await this.all(over);
  }

  /** Removes these files. */
  async all(files: readonly Stored[]): Promise<void> {
    const { isDry = false, onRemoved } = this.#settings;
    await inLanes(PARALLEL, async (lanes) => {
      for (const { name, size } of files) {
        this.count.files++;
        this.count.bytes += size;
        onRemoved?.();
        if (!isDry) await lanes.start(() => this.#place.remove(name));
      }
    });
  }

  /** Removes a folder in the folder `root`, with its content. */
  async folder(root: string, path: string): Promise<void> {
    if (isOurs(root, path))
      for await (const { size } of new FolderBytes(`${root}/${path}`).list('')) {
        this.count.files++;
        this.count.bytes += size;
      }
    if (!this.#settings.isDry) removeIn(root, path);
  }
}

/** Collects what is listed, so that a listing is not read while files of it are removed. */
async function* batches(listed: AsyncIterable<Stored>): AsyncGenerator<Stored[]> {
  let batch: Stored[] = [];
  for await (const one of listed) {
    batch.push(one);
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Removes the trees of `dist` that were replaced `stay` milliseconds ago or earlier, with all files that no remaining
 * tree names. Removes nothing if a remaining tree can't be read. Walks all files only if a tree is over, or if it
 * `mustWalk`, as after an interrupted build.
 */
export async function removeLeft(dist: string, stay: number, mustWalk = false): Promise<void> {
  const place = new FolderBytes(dist);
  const standing = await standingTrees(place, stay);
  if (!('unread' in standing) && (mustWalk || standing.over.length > 0)) await new Sweep(place).trees(standing);
}
