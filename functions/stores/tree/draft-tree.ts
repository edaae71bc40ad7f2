// Shows a hub the tree that is being built: the entries that are packed, and the entries that are still files of the
// draft.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { madeFile } from '../../answers/built-answer.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import { folderStore } from '../bytes/folder-store.ts';
import { readOwnFile } from '../bytes/plain-file.ts';
import { PackedTree } from '../packs/packed-tree.ts';
import type { TreeStamp } from '../packs/tree-stamp.ts';

interface Draft {
  dist: string;
  /** The folder of everything that is not packed yet. */
  folder: string;
  /** The tree's stamp. Its list names the packed entries, except those in `packed`. */
  stamp: TreeStamp;
  /** The entries that are packed but not listed yet. */
  packed: readonly Listed[];
}

/** The unfinished tree. It does not contain the website. It has no name yet, so `name` is 64 zeros. */
export class DraftTree extends PackedTree {
  readonly #folder: string;
  readonly #packed: ReadonlyMap<string, Listed>;

  constructor({ dist, folder, stamp, packed }: Draft) {
    super({ store: folderStore(dist), gunzip: gunzipSync }, '0'.repeat(64), stamp);
    this.#folder = folder;
    this.#packed = new Map(packed.map((listed) => [listed.key, listed]));
  }

  override read(path: string): Awaitable<BuiltFile | undefined> {
    const bytes = this.#drafted(path);
    return bytes ? madeFile(bytes, path) : super.read(path);
  }

  override range(path: string, start: number, end: number): Awaitable<Uint8Array | undefined> {
    return this.#drafted(path)?.subarray(start, end) ?? super.range(path, start, end);
  }

  override listed(key: string): Awaitable<Listed | undefined> {
    return this.#packed.get(key) ?? super.listed(key);
  }

  #drafted(path: string): Buffer | undefined {
    const file = join(this.#folder, path);
    return existsSync(file) ? readOwnFile(file) : undefined;
  }
}
