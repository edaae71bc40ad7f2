// The speed of a source or of all sources. It is smoothed, so that figures derived from it don't jump.

/** In seconds. After this time an older speed counts for about a third. */
const MEMORY = 3;

export class Speed {
  /** The number of all bytes so far. */
  total = 0;
  #unseen = 0;
  #rate: number | undefined;

  add(bytes: number): void {
    this.total += bytes;
    this.#unseen += bytes;
  }

  /** Ends an interval of `seconds`, with the bytes counted since the last call. */
  tick(seconds: number): void {
    const now = this.#unseen / seconds;
    this.#unseen = 0;
    // Before the first byte, the speed is unknown.
    if (this.#rate === undefined && now === 0) return;
    this.#rate = this.#rate === undefined ? now : this.#rate + (now - this.#rate) * (1 - Math.exp(-seconds / MEMORY));
  }

  /** Bytes a second; undefined before the first byte. */
  get rate(): number | undefined {
    return this.#rate;
  }
}
