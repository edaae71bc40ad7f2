// Remembers the files that a push has sent and the store has not listed yet. A store may confirm a file and lose it
// afterwards.
import { PAGE } from '../../functions/stores/bytes/bucket.ts';
import { compareBytewise } from '../../src/nouns/file-path.ts';
import type { Bytes } from '../../src/tree/store.ts';

export class Sent {
  /** The size in bytes of each file, by its name. */
  readonly #sizes = new Map<string, number>();

  /** The number of files that the store has not listed yet. */
  get count(): number {
    return this.#sizes.size;
  }

  add(name: string, size: number): void {
    this.#sizes.set(name, size);
  }

  /**
   * Forgets each file that `bucket` lists with the right size, and returns the names of all other files, sorted. Sends
   * at most one request for each name, and at most one for every 1,000 names in the bucket. Rejects if the bucket can't
   * be listed.
   */
  async missing(bucket: Bytes): Promise<string[]> {
    const names = [...this.#sizes.keys()].sort(compareBytewise);
    for (let at = 0; at < names.length; ) at = await this.#listFrom(bucket, names, at);
    return names.filter((name) => this.#sizes.has(name));
  }

  /**
   * Compares the names from the index `from` on with one page of the bucket's listing. Returns the index of the next
   * name to compare.
   */
  async #listFrom(bucket: Bytes, names: readonly string[], from: number): Promise<number> {
    // A listing begins after a given name. Given the wanted name without its last character, it begins shortly before
    // the wanted name.
    const behind = names[from]!.slice(0, -1);
    let [at, listed, isJump] = [from, 0, true];
    for await (const { name, size } of bucket.list('', behind)) {
      // A store that ignores `behind` lists everything from its start. That listing is then read once to its end.
      if (listed === 0) isJump = compareBytewise(name, behind) > 0;
      while (at < names.length && compareBytewise(names[at]!, name) < 0) at++;
      if (names[at] === name) {
        if (this.#sizes.get(name) === size) this.#sizes.delete(name);
        at++;
      }
      const isPageOver = ++listed % PAGE === 0;
      if (at === names.length || (isPageOver && isJump && at > from)) return at;
    }
    return names.length;
  }
}
